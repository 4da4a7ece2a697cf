// equal and lexicographical_compare.
#ifndef HCRT_PSTL_COMPARE_HPP
#define HCRT_PSTL_COMPARE_HPP

#include <algorithm>
#include <functional>
#include <utility>

#include "modify.hpp"
#include "reduce_kernel.hpp"

namespace hcrt {
namespace pstl {

/// The first index at which differ(a, b) holds; count where there is none.
template <class It1, class It2, class Differ>
int first_difference(It1 first1, It2 first2, int count, Differ differ) {
  const auto a = input(first1, count);
  const auto b = input(first2, count);
  return first_index(count, [=](int i) {
    Differ mine = differ;
    return mine(a[i], b[i]);
  });
}

template <class Equal>
struct Unequal {
  Equal equal;
  template <class A, class B>
  bool operator()(const A& a, const B& b) {
    return !equal(a, b);
  }
};

template <class Less>
struct EitherLess {
  Less less;
  template <class A, class B>
  bool operator()(const A& a, const B& b) {
    return less(a, b) || less(b, a);
  }
};

template <class Policy, class It1, class It2, class F>
constexpr bool compares_on_device = on_device<hcrt::decay_t<Policy>, It1, It2>() && callable_on_device<F>;

}  // namespace pstl
}  // namespace hcrt

namespace std {
namespace experimental {
namespace parallel {
inline namespace v1 {

template <class Policy, class InputIterator1, class InputIterator2, class Equal,
          hcrt::pstl::IfPolicy<Policy> = 0,
          hcrt::enable_if_t<!std::is_same<InputIterator2, Equal>::value, int> = 0>
bool equal(Policy&& policy, InputIterator1 first1, InputIterator1 last1, InputIterator2 first2, Equal same) {
  using namespace hcrt::pstl;
  if constexpr (compares_on_device<Policy, InputIterator1, InputIterator2, Equal>) {
    if (worth(policy, last1 - first1)) {
      const int count = static_cast<int>(last1 - first1);
      return first_difference(first1, first2, count, Unequal<Equal>{same}) == count;
    }
  }
  return sequentially(policy, [&] { return std::equal(first1, last1, first2, same); });
}
template <class Policy, class InputIterator1, class InputIterator2, hcrt::pstl::IfPolicy<Policy> = 0>
bool equal(Policy&& policy, InputIterator1 first1, InputIterator1 last1, InputIterator2 first2) {
  return parallel::equal(std::forward<Policy>(policy), first1, last1, first2, hcrt::pstl::Equals());
}
template <class Policy, class InputIterator1, class InputIterator2, class Equal,
          hcrt::pstl::IfPolicy<Policy> = 0>
bool equal(Policy&& policy, InputIterator1 first1, InputIterator1 last1, InputIterator2 first2,
           InputIterator2 last2, Equal same) {
  using namespace hcrt::pstl;
  if constexpr (compares_on_device<Policy, InputIterator1, InputIterator2, Equal>) {
    if (last1 - first1 != last2 - first2) return false;
    return parallel::equal(std::forward<Policy>(policy), first1, last1, first2, same);
  } else {
    return sequentially(policy, [&] { return std::equal(first1, last1, first2, last2, same); });
  }
}
template <class Policy, class InputIterator1, class InputIterator2, hcrt::pstl::IfPolicy<Policy> = 0>
bool equal(Policy&& policy, InputIterator1 first1, InputIterator1 last1, InputIterator2 first2,
           InputIterator2 last2) {
  return parallel::equal(std::forward<Policy>(policy), first1, last1, first2, last2, hcrt::pstl::Equals());
}

template <class Policy, class InputIterator1, class InputIterator2, class Less,
          hcrt::pstl::IfPolicy<Policy> = 0>
bool lexicographical_compare(Policy&& policy, InputIterator1 first1, InputIterator1 last1,
                             InputIterator2 first2, InputIterator2 last2, Less less) {
  using namespace hcrt::pstl;
  if constexpr (compares_on_device<Policy, InputIterator1, InputIterator2, Less>) {
    const auto size1 = last1 - first1, size2 = last2 - first2;
    const auto size = size1 < size2 ? size1 : size2;
    if (worth(policy, size)) {
      const int count = static_cast<int>(size);
      const int i = first_difference(first1, first2, count, EitherLess<Less>{less});
      return i < count ? bool(less(first1[i], first2[i])) : size1 < size2;
    }
  }
  return sequentially(policy,
                      [&] { return std::lexicographical_compare(first1, last1, first2, last2, less); });
}
template <class Policy, class InputIterator1, class InputIterator2, hcrt::pstl::IfPolicy<Policy> = 0>
bool lexicographical_compare(Policy&& policy, InputIterator1 first1, InputIterator1 last1,
                             InputIterator2 first2, InputIterator2 last2) {
  return parallel::lexicographical_compare(std::forward<Policy>(policy), first1, last1, first2, last2,
                                           hcrt::pstl::Less());
}

}  // namespace v1
}  // namespace parallel
}  // namespace experimental
}  // namespace std
#endif
