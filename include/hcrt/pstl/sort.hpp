// sort and stable_sort.
#ifndef HCRT_PSTL_SORT_HPP
#define HCRT_PSTL_SORT_HPP

#include <algorithm>
#include <functional>
#include <utility>

#include "sort_kernel.hpp"

namespace hcrt {
namespace pstl {

template <class Policy, class It, class Less>
bool try_sort(const Policy& policy, It first, It last, const Less& less) {
  if constexpr (on_device<Policy, It>() && callable_on_device<Less>) {
    if (worth(policy, last - first)) {
      merge_sort<ValueOf<It>>(address(first), static_cast<int>(last - first), less);
      return true;
    }
  }
  return false;
}

}  // namespace pstl
}  // namespace hcrt

namespace std {
namespace experimental {
namespace parallel {
inline namespace v1 {

template <class Policy, class RandomAccessIterator, class Less, hcrt::pstl::IfPolicy<Policy> = 0>
void sort(Policy&& policy, RandomAccessIterator first, RandomAccessIterator last, Less less) {
  using namespace hcrt::pstl;
  if (try_sort(policy, first, last, less)) return;
  sequentially(policy, [&] { std::sort(first, last, less); });
}
template <class Policy, class RandomAccessIterator, hcrt::pstl::IfPolicy<Policy> = 0>
void sort(Policy&& policy, RandomAccessIterator first, RandomAccessIterator last) {
  parallel::sort(std::forward<Policy>(policy), first, last, hcrt::pstl::Less());
}

template <class Policy, class RandomAccessIterator, class Less, hcrt::pstl::IfPolicy<Policy> = 0>
void stable_sort(Policy&& policy, RandomAccessIterator first, RandomAccessIterator last, Less less) {
  using namespace hcrt::pstl;
  if (try_sort(policy, first, last, less)) return;
  sequentially(policy, [&] { std::stable_sort(first, last, less); });
}
template <class Policy, class RandomAccessIterator, hcrt::pstl::IfPolicy<Policy> = 0>
void stable_sort(Policy&& policy, RandomAccessIterator first, RandomAccessIterator last) {
  parallel::stable_sort(std::forward<Policy>(policy), first, last, hcrt::pstl::Less());
}

}  // namespace v1
}  // namespace parallel
}  // namespace experimental
}  // namespace std
#endif
