// all_of, any_of, none_of, count, count_if; max_element, min_element, minmax_element.
#ifndef HCRT_PSTL_QUERY_HPP
#define HCRT_PSTL_QUERY_HPP

#include <algorithm>
#include <functional>
#include <utility>

#include "modify.hpp"
#include "reduce_kernel.hpp"

namespace hcrt {
namespace pstl {

/// How many elements the predicate holds for; count is positive.
template <class It, class Predicate>
int count_holds(It first, int count, Predicate predicate) {
  const auto in = input(first, count);
  return reduce_indices<int>(
      count,
      [=](int i) {
        Predicate mine = predicate;
        return mine(in[i]) ? 1 : 0;
      },
      std::plus<int>());
}

template <class Policy, class It, class Predicate>
constexpr bool counts_on_device = on_device<hcrt::decay_t<Policy>, It>() && callable_on_device<Predicate>;

struct MinMax {
  int min, max;
};

/// The places of extrema: of equal elements the first minimum, and the first or the last maximum.
template <class T, class Less, bool last_max>
struct Extrema {
  View<const T> in;
  Less less;

  int smaller(int a, int b) const {
    const int low = a < b ? a : b, high = a < b ? b : a;
    Less mine = less;
    return mine(in[high], in[low]) ? high : low;
  }
  int larger(int a, int b) const {
    const int low = a < b ? a : b, high = a < b ? b : a;
    Less mine = less;
    if constexpr (last_max)
      return mine(in[high], in[low]) ? low : high;
    else
      return mine(in[low], in[high]) ? high : low;
  }
};

template <class T, class Less>
struct MinPlace : Extrema<T, Less, false> {
  int operator()(int a, int b) const { return this->smaller(a, b); }
};
template <class T, class Less>
struct MaxPlace : Extrema<T, Less, false> {
  int operator()(int a, int b) const { return this->larger(a, b); }
};
template <class T, class Less>
struct MinMaxPlace : Extrema<T, Less, true> {
  MinMax operator()(const MinMax& a, const MinMax& b) const {
    return {this->smaller(a.min, b.min), this->larger(a.max, b.max)};
  }
};

struct Place {
  int operator()(int i) const { return i; }
};
struct TwoPlaces {
  MinMax operator()(int i) const { return {i, i}; }
};

}  // namespace pstl
}  // namespace hcrt

namespace std {
namespace experimental {
namespace parallel {
inline namespace v1 {

template <class Policy, class InputIterator, class Predicate, hcrt::pstl::IfPolicy<Policy> = 0>
typename std::iterator_traits<InputIterator>::difference_type count_if(Policy&& policy, InputIterator first,
                                                                       InputIterator last,
                                                                       Predicate predicate) {
  using namespace hcrt::pstl;
  if constexpr (counts_on_device<Policy, InputIterator, Predicate>) {
    if (worth(policy, last - first)) return count_holds(first, static_cast<int>(last - first), predicate);
  }
  return sequentially(policy, [&] { return std::count_if(first, last, predicate); });
}
template <class Policy, class InputIterator, class T, hcrt::pstl::IfPolicy<Policy> = 0>
typename std::iterator_traits<InputIterator>::difference_type count(Policy&& policy, InputIterator first,
                                                                    InputIterator last, const T& value) {
  using namespace hcrt::pstl;
  if constexpr (values_on_device<T>)
    return parallel::count_if(std::forward<Policy>(policy), first, last, EqualTo<T>{value});
  else
    return sequentially(policy, [&] { return std::count(first, last, value); });
}

template <class Policy, class InputIterator, class Predicate, hcrt::pstl::IfPolicy<Policy> = 0>
bool all_of(Policy&& policy, InputIterator first, InputIterator last, Predicate predicate) {
  using namespace hcrt::pstl;
  if constexpr (counts_on_device<Policy, InputIterator, Predicate>) {
    if (worth(policy, last - first))
      return count_holds(first, static_cast<int>(last - first), predicate) == last - first;
  }
  return sequentially(policy, [&] { return std::all_of(first, last, predicate); });
}
template <class Policy, class InputIterator, class Predicate, hcrt::pstl::IfPolicy<Policy> = 0>
bool any_of(Policy&& policy, InputIterator first, InputIterator last, Predicate predicate) {
  using namespace hcrt::pstl;
  if constexpr (counts_on_device<Policy, InputIterator, Predicate>) {
    if (worth(policy, last - first))
      return count_holds(first, static_cast<int>(last - first), predicate) != 0;
  }
  return sequentially(policy, [&] { return std::any_of(first, last, predicate); });
}
template <class Policy, class InputIterator, class Predicate, hcrt::pstl::IfPolicy<Policy> = 0>
bool none_of(Policy&& policy, InputIterator first, InputIterator last, Predicate predicate) {
  return !parallel::any_of(std::forward<Policy>(policy), first, last, predicate);
}

/// The first of the smallest elements.
template <class Policy, class ForwardIterator, class Less, hcrt::pstl::IfPolicy<Policy> = 0>
ForwardIterator min_element(Policy&& policy, ForwardIterator first, ForwardIterator last, Less less) {
  using namespace hcrt::pstl;
  if constexpr (counts_on_device<Policy, ForwardIterator, Less>) {
    if (worth(policy, last - first)) {
      const int count = static_cast<int>(last - first);
      using Op = MinPlace<ValueOf<ForwardIterator>, Less>;
      return first + reduce_indices<int>(count, Place(), Op{{input(first, count), less}});
    }
  }
  return sequentially(policy, [&] { return std::min_element(first, last, less); });
}
template <class Policy, class ForwardIterator, hcrt::pstl::IfPolicy<Policy> = 0>
ForwardIterator min_element(Policy&& policy, ForwardIterator first, ForwardIterator last) {
  return parallel::min_element(std::forward<Policy>(policy), first, last, hcrt::pstl::Less());
}

/// The first of the largest elements.
template <class Policy, class ForwardIterator, class Less, hcrt::pstl::IfPolicy<Policy> = 0>
ForwardIterator max_element(Policy&& policy, ForwardIterator first, ForwardIterator last, Less less) {
  using namespace hcrt::pstl;
  if constexpr (counts_on_device<Policy, ForwardIterator, Less>) {
    if (worth(policy, last - first)) {
      const int count = static_cast<int>(last - first);
      using Op = MaxPlace<ValueOf<ForwardIterator>, Less>;
      return first + reduce_indices<int>(count, Place(), Op{{input(first, count), less}});
    }
  }
  return sequentially(policy, [&] { return std::max_element(first, last, less); });
}
template <class Policy, class ForwardIterator, hcrt::pstl::IfPolicy<Policy> = 0>
ForwardIterator max_element(Policy&& policy, ForwardIterator first, ForwardIterator last) {
  return parallel::max_element(std::forward<Policy>(policy), first, last, hcrt::pstl::Less());
}

/// The first of the smallest and the last of the largest elements.
template <class Policy, class ForwardIterator, class Less, hcrt::pstl::IfPolicy<Policy> = 0>
std::pair<ForwardIterator, ForwardIterator> minmax_element(Policy&& policy, ForwardIterator first,
                                                           ForwardIterator last, Less less) {
  using namespace hcrt::pstl;
  if constexpr (counts_on_device<Policy, ForwardIterator, Less>) {
    if (worth(policy, last - first)) {
      const int count = static_cast<int>(last - first);
      using Op = MinMaxPlace<ValueOf<ForwardIterator>, Less>;
      const MinMax found = reduce_indices<MinMax>(count, TwoPlaces(), Op{{input(first, count), less}});
      return {first + found.min, first + found.max};
    }
  }
  return sequentially(policy, [&] { return std::minmax_element(first, last, less); });
}
template <class Policy, class ForwardIterator, hcrt::pstl::IfPolicy<Policy> = 0>
std::pair<ForwardIterator, ForwardIterator> minmax_element(Policy&& policy, ForwardIterator first,
                                                           ForwardIterator last) {
  return parallel::minmax_element(std::forward<Policy>(policy), first, last, hcrt::pstl::Less());
}

}  // namespace v1
}  // namespace parallel
}  // namespace experimental
}  // namespace std
#endif
