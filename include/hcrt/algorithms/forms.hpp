// The other forms of hc_algorithms.hpp's functions: those without a queue, and those that wait.
#ifndef HCRT_ALGORITHMS_FORMS_HPP
#define HCRT_ALGORITHMS_FORMS_HPP

#include "range.hpp"

namespace hc {

// Without a queue: that of the first range.
#define HCRT_ON_HOME(name)                                                  \
  template <class Range, class... A, hcrt::algorithms::IfRanges<Range> = 0> \
  HCRT_CPU auto name(Range&& range, A&&... a)                               \
      -> decltype(name(hcrt::algorithms::home_of(range), range, a...)) {    \
    return name(hcrt::algorithms::home_of(range), range, a...);             \
  }
// That waits.
#define HCRT_WAITING(name)                                                          \
  HCRT_ON_HOME(name##_async)                                                        \
  template <class... A>                                                             \
  HCRT_CPU auto name(A&&... a) -> decltype(static_cast<void>(name##_async(a...))) { \
    name##_async(a...).wait();                                                      \
  }
HCRT_ON_HOME(transform_reduce_async)
HCRT_ON_HOME(transform_reduce)
HCRT_ON_HOME(reduce_async)
HCRT_ON_HOME(reduce)
HCRT_WAITING(for_each)
HCRT_WAITING(transform_inclusive_scan)
HCRT_WAITING(inclusive_scan)
HCRT_WAITING(transform_exclusive_scan)
HCRT_WAITING(exclusive_scan)
HCRT_WAITING(sort)
HCRT_WAITING(sort_by_key)
HCRT_WAITING(merge)
HCRT_WAITING(histogram)

HCRT_ON_HOME(copy_if_async)
HCRT_ON_HOME(partition_copy_async)
HCRT_ON_HOME(partition_async)
HCRT_ON_HOME(unique_copy_async)
HCRT_ON_HOME(unique_async)

/// As copy_if_async(); waits.
/// \return how many elements it copied
template <class In, class Out, class Predicate, hcrt::algorithms::IfRanges<In, Out> = 0>
HCRT_CPU std::size_t copy_if(const accelerator_view& queue, In&& in, Out&& out, const Predicate& predicate) {
  const array_view<std::uint64_t, 1> total(1);
  hc::copy_if_async(queue, in, out, total, predicate);
  return total[0];
}
/// As partition_copy_async(); waits.
/// \return how many elements it copied to `out`
template <class In, class Out, class Rest, class Predicate, hcrt::algorithms::IfRanges<In, Out, Rest> = 0>
HCRT_CPU std::size_t partition_copy(const accelerator_view& queue, In&& in, Out&& out, Rest&& rest,
                                    const Predicate& predicate) {
  const array_view<std::uint64_t, 1> total(1);
  hc::partition_copy_async(queue, in, out, rest, total, predicate);
  return total[0];
}
/// As partition_async(); waits.
/// \return the place of the first element that the predicate does not hold for
template <class Range, class Predicate, hcrt::algorithms::IfRanges<Range> = 0>
HCRT_CPU std::size_t partition(const accelerator_view& queue, Range&& range, const Predicate& predicate) {
  const array_view<std::uint64_t, 1> total(1);
  hc::partition_async(queue, range, total, predicate);
  return total[0];
}
/// As unique_copy_async(); waits.
/// \return how many elements it copied
template <class In, class Out, class Equal = hcrt::algorithms::Equals,
          hcrt::algorithms::IfRanges<In, Out> = 0>
HCRT_CPU std::size_t unique_copy(const accelerator_view& queue, In&& in, Out&& out,
                                 const Equal& equal = Equal()) {
  const array_view<std::uint64_t, 1> total(1);
  hc::unique_copy_async(queue, in, out, total, equal);
  return total[0];
}
/// As unique_async(); waits.
/// \return how many elements are left
template <class Range, class Equal = hcrt::algorithms::Equals, hcrt::algorithms::IfRanges<Range> = 0>
HCRT_CPU std::size_t unique(const accelerator_view& queue, Range&& range, const Equal& equal = Equal()) {
  const array_view<std::uint64_t, 1> total(1);
  hc::unique_async(queue, range, total, equal);
  return total[0];
}
HCRT_ON_HOME(copy_if)
HCRT_ON_HOME(partition_copy)
HCRT_ON_HOME(partition)
HCRT_ON_HOME(unique_copy)
HCRT_ON_HOME(unique)

#undef HCRT_ON_HOME
#undef HCRT_WAITING

}  // namespace hc
#endif
