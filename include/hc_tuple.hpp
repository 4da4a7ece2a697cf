// hc::tuple: a few values as one, for kernels' captures, elements and results.
#ifndef HC_TUPLE_HPP
#define HC_TUPLE_HPP

#include <cstddef>
#include <tuple>
#include <utility>

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc_defines.h"

namespace hc {

template <class... T>
class tuple;

}  // namespace hc

namespace hcrt {
namespace detail {

template <class T, std::size_t... I>
struct TupleNumbers {};
template <std::size_t I>
struct TupleNumber {};

/// One of the values: a base of its tuple, so that it is found by its number.
template <std::size_t I, class T>
struct TupleLeaf {
  T value;
};

/// The alignment of memory that is read and written at once: where the values fill 2, 4, 8 or 16 bytes
/// without gaps, all of them.
template <class... T>
struct TupleLayout {
  static constexpr std::size_t sum() { return 0; }
  template <class... S>
  static constexpr std::size_t sum(std::size_t first, S... rest) {
    return first + sum(rest...);
  }
  static constexpr std::size_t most() { return 1; }
  template <class... S>
  static constexpr std::size_t most(std::size_t first, S... rest) {
    return first > most(rest...) ? first : most(rest...);
  }
  static constexpr std::size_t bytes = sum(sizeof(T)...);
  static constexpr bool is_vector = bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
  static constexpr std::size_t align = is_vector ? bytes : most(alignof(T)...);
};

template <class Numbers, class... T>
struct TupleValues;
template <std::size_t... I, class... T>
struct TupleValues<TupleNumbers<std::size_t, I...>, T...> : TupleLeaf<I, T>... {
  TupleValues() = default;
  HCRT_BOTH constexpr explicit TupleValues(const T&... values) : TupleLeaf<I, T>{values}... {}
};

template <class... T>
using TupleBase = TupleValues<__make_integer_seq<TupleNumbers, std::size_t, sizeof...(T)>, T...>;

template <std::size_t I, class T>
HCRT_BOTH constexpr T& leaf_value(TupleLeaf<I, T>& leaf) {
  return leaf.value;
}
template <std::size_t I, class T>
HCRT_BOTH constexpr const T& leaf_value(const TupleLeaf<I, T>& leaf) {
  return leaf.value;
}

}  // namespace detail
}  // namespace hcrt

namespace hc {

/// Values of several types, taken by number, by get<I>() or by a structured binding. Trivially copyable where
/// they are; a tuple whose values fill 2, 4, 8 or 16 bytes is read and written as a vector of these.
template <class... T>
class alignas(hcrt::detail::TupleLayout<T...>::align) tuple : public hcrt::detail::TupleBase<T...> {
  static_assert(sizeof...(T) > 0, "a tuple has a value");
  using Base = hcrt::detail::TupleBase<T...>;

 public:
  tuple() = default;
  HCRT_BOTH constexpr tuple(const T&... values) : Base(values...) {}

  /// The value of a number.
  template <std::size_t I>
  HCRT_BOTH HCRT_CONSTEXPR14 typename std::tuple_element<I, std::tuple<T...>>::type& get() {
    return hcrt::detail::leaf_value<I>(*this);
  }
  template <std::size_t I>
  HCRT_BOTH constexpr const typename std::tuple_element<I, std::tuple<T...>>::type& get() const {
    return hcrt::detail::leaf_value<I>(*this);
  }
};

template <class... T>
HCRT_BOTH constexpr tuple<T...> make_tuple(T... values) {
  return tuple<T...>(values...);
}

/// The value of a number: what structured bindings call.
template <std::size_t I, class... T>
HCRT_BOTH HCRT_CONSTEXPR14 typename std::tuple_element<I, std::tuple<T...>>::type& get(tuple<T...>& t) {
  return t.template get<I>();
}
template <std::size_t I, class... T>
HCRT_BOTH constexpr const typename std::tuple_element<I, std::tuple<T...>>::type& get(const tuple<T...>& t) {
  return t.template get<I>();
}
template <std::size_t I, class... T>
HCRT_BOTH HCRT_CONSTEXPR14 typename std::tuple_element<I, std::tuple<T...>>::type get(tuple<T...>&& t) {
  return t.template get<I>();
}

}  // namespace hc

namespace hcrt {
namespace detail {

template <std::size_t I, class... T>
HCRT_BOTH constexpr bool same_values(const hc::tuple<T...>&, const hc::tuple<T...>&, TupleNumber<I>,
                                     TupleNumber<I>) {
  return true;
}
template <std::size_t I, std::size_t N, class... T>
HCRT_BOTH constexpr bool same_values(const hc::tuple<T...>& a, const hc::tuple<T...>& b, TupleNumber<I>,
                                     TupleNumber<N> end) {
  return a.template get<I>() == b.template get<I>() && same_values(a, b, TupleNumber<I + 1>(), end);
}

template <std::size_t I, class... T>
HCRT_BOTH constexpr bool is_before(const hc::tuple<T...>&, const hc::tuple<T...>&, TupleNumber<I>,
                                   TupleNumber<I>) {
  return false;
}
template <std::size_t I, std::size_t N, class... T>
HCRT_BOTH constexpr bool is_before(const hc::tuple<T...>& a, const hc::tuple<T...>& b, TupleNumber<I>,
                                   TupleNumber<N> end) {
  return a.template get<I>() < b.template get<I>() ||
         (!(b.template get<I>() < a.template get<I>()) && is_before(a, b, TupleNumber<I + 1>(), end));
}

template <class F, class... T, std::size_t... I>
HCRT_BOTH constexpr auto apply_to(F&& f, const hc::tuple<T...>& t, TupleNumbers<std::size_t, I...>)
    -> decltype(f(t.template get<I>()...)) {
  return f(t.template get<I>()...);
}

}  // namespace detail
}  // namespace hcrt

namespace hc {

template <class... T>
HCRT_BOTH constexpr bool operator==(const tuple<T...>& a, const tuple<T...>& b) {
  return hcrt::detail::same_values(a, b, hcrt::detail::TupleNumber<0>(),
                                   hcrt::detail::TupleNumber<sizeof...(T)>());
}
template <class... T>
HCRT_BOTH constexpr bool operator!=(const tuple<T...>& a, const tuple<T...>& b) {
  return !(a == b);
}
/// The order of the first values that differ.
template <class... T>
HCRT_BOTH constexpr bool operator<(const tuple<T...>& a, const tuple<T...>& b) {
  return hcrt::detail::is_before(a, b, hcrt::detail::TupleNumber<0>(),
                                 hcrt::detail::TupleNumber<sizeof...(T)>());
}

/// f of all values.
template <class F, class... T>
HCRT_BOTH constexpr auto apply(F&& f, const tuple<T...>& t) -> decltype(hcrt::detail::apply_to(
    f, t, __make_integer_seq<hcrt::detail::TupleNumbers, std::size_t, sizeof...(T)>())) {
  return hcrt::detail::apply_to(f, t,
                                __make_integer_seq<hcrt::detail::TupleNumbers, std::size_t, sizeof...(T)>());
}

}  // namespace hc

namespace std {

template <class... T>
struct tuple_size<hc::tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <size_t I, class... T>
struct tuple_element<I, hc::tuple<T...>> : tuple_element<I, tuple<T...>> {};

}  // namespace std

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
