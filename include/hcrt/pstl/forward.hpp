// Algorithms that run on the CPU under every policy: the standard library's, with the TS's exceptions.
#ifndef HCRT_PSTL_FORWARD_HPP
#define HCRT_PSTL_FORWARD_HPP

#include <algorithm>
#include <memory>
#include <utility>

#include "exception_list.hpp"
#include "policy.hpp"

namespace std {
namespace experimental {
namespace parallel {
inline namespace v1 {

#define HCRT_PSTL_FORWARD(name)                                                                   \
  template <class Policy, class... A, hcrt::pstl::IfPolicy<Policy> = 0>                           \
  auto name(Policy&& policy, A&&... a) -> decltype(std::name(std::forward<A>(a)...)) {            \
    return hcrt::pstl::sequentially(policy, [&]() -> decltype(std::name(std::forward<A>(a)...)) { \
      return std::name(std::forward<A>(a)...);                                                    \
    });                                                                                           \
  }

HCRT_PSTL_FORWARD(adjacent_find)
HCRT_PSTL_FORWARD(copy_if)
HCRT_PSTL_FORWARD(find)
HCRT_PSTL_FORWARD(find_end)
HCRT_PSTL_FORWARD(find_first_of)
HCRT_PSTL_FORWARD(find_if)
HCRT_PSTL_FORWARD(find_if_not)
HCRT_PSTL_FORWARD(includes)
HCRT_PSTL_FORWARD(inplace_merge)
HCRT_PSTL_FORWARD(is_heap)
HCRT_PSTL_FORWARD(is_heap_until)
HCRT_PSTL_FORWARD(is_partitioned)
HCRT_PSTL_FORWARD(is_sorted)
HCRT_PSTL_FORWARD(is_sorted_until)
HCRT_PSTL_FORWARD(merge)
HCRT_PSTL_FORWARD(mismatch)
HCRT_PSTL_FORWARD(move)
HCRT_PSTL_FORWARD(nth_element)
HCRT_PSTL_FORWARD(partial_sort)
HCRT_PSTL_FORWARD(partial_sort_copy)
HCRT_PSTL_FORWARD(partition)
HCRT_PSTL_FORWARD(partition_copy)
HCRT_PSTL_FORWARD(remove)
HCRT_PSTL_FORWARD(remove_copy)
HCRT_PSTL_FORWARD(remove_copy_if)
HCRT_PSTL_FORWARD(remove_if)
HCRT_PSTL_FORWARD(reverse)
HCRT_PSTL_FORWARD(reverse_copy)
HCRT_PSTL_FORWARD(rotate)
HCRT_PSTL_FORWARD(rotate_copy)
HCRT_PSTL_FORWARD(search)
HCRT_PSTL_FORWARD(search_n)
HCRT_PSTL_FORWARD(set_difference)
HCRT_PSTL_FORWARD(set_intersection)
HCRT_PSTL_FORWARD(set_symmetric_difference)
HCRT_PSTL_FORWARD(set_union)
HCRT_PSTL_FORWARD(stable_partition)
HCRT_PSTL_FORWARD(uninitialized_copy)
HCRT_PSTL_FORWARD(uninitialized_copy_n)
HCRT_PSTL_FORWARD(uninitialized_fill)
HCRT_PSTL_FORWARD(uninitialized_fill_n)
HCRT_PSTL_FORWARD(unique)
HCRT_PSTL_FORWARD(unique_copy)

#undef HCRT_PSTL_FORWARD

}  // namespace v1
}  // namespace parallel
}  // namespace experimental
}  // namespace std
#endif
