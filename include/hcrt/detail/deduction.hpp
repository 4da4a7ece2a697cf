// C++17: the template arguments of index, extent, array_view and array from those of their constructors.
#ifndef HCRT_DETAIL_DEDUCTION_HPP
#define HCRT_DETAIL_DEDUCTION_HPP

#ifdef __cpp_deduction_guides
#include <iterator>
#include <type_traits>
#include <utility>

#include "array.hpp"

namespace hcrt {
namespace detail {

/// The type of the elements of what a view may be made of: no type where it is neither.
template <class S, class = void>
struct SourceElement {};
template <class T>
struct SourceElement<T*, void> {
  using type = T;
};
template <class T, std::size_t Size>
struct SourceElement<T[Size], void> {
  using type = T;
};
template <class C>
struct SourceElement<C, decltype(std::declval<C&>().size(), void(*std::declval<C&>().data()))> {
  using type = std::remove_pointer_t<decltype(std::declval<C&>().data())>;
};
template <class S, class Source = std::remove_reference_t<S>>
using Viewed = typename SourceElement<
    std::conditional_t<std::is_pointer<Source>::value, std::remove_cv_t<Source>, Source>>::type;

template <class Iterator>
using Iterated = typename std::iterator_traits<Iterator>::value_type;

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

index(int) -> index<1>;
index(int, int) -> index<2>;
index(int, int, int) -> index<3>;
extent(int) -> extent<1>;
extent(int, int) -> extent<2>;
extent(int, int, int) -> extent<3>;

template <class T, int N>
array_view(array<T, N>&) -> array_view<T, N>;
template <class T, int N>
array_view(const array<T, N>&) -> array_view<const T, N>;
template <class S>
array_view(S&) -> array_view<hcrt::detail::Viewed<S>, 1>;
template <int N, class S>
array_view(extent<N>, S&&) -> array_view<hcrt::detail::Viewed<S>, N>;
template <class S>
array_view(int, S&&) -> array_view<hcrt::detail::Viewed<S>, 1>;
template <class S>
array_view(int, int, S&&) -> array_view<hcrt::detail::Viewed<S>, 2>;
template <class S>
array_view(int, int, int, S&&) -> array_view<hcrt::detail::Viewed<S>, 3>;

template <class T, int N>
array(array_view<T, N>) -> array<std::remove_const_t<T>, N>;
template <int N, class Iterator, class... More>
array(extent<N>, Iterator, More...) -> array<hcrt::detail::Iterated<Iterator>, N>;
template <class Iterator, class Value = hcrt::detail::Iterated<Iterator>, class... More>
array(int, Iterator, More...) -> array<Value, 1>;
template <class Iterator, class Value = hcrt::detail::Iterated<Iterator>, class... More>
array(int, int, Iterator, More...) -> array<Value, 2>;
template <class Iterator, class Value = hcrt::detail::Iterated<Iterator>, class... More>
array(int, int, int, Iterator, More...) -> array<Value, 3>;

}  // namespace Kalmar
#endif
#endif
