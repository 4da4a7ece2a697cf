// HC: algorithms on the elements of arrays, array_views and device pointers.
//
// A range is an hc::array, an hc::array_view of rank 1, or an hc::device_span(pointer, count) over memory of
// am_alloc. Each algorithm comes in four forms. `X_async(queue, ...)` starts kernels on an accelerator_view,
// whose device has the ranges, and returns the last one's future; later work on the view comes after it.
// `X(queue, ...)` waits, and returns what others write to a range of one element. Without the queue both take
// that of the first range: an array's view, the default view for array_views, and the default view of a
// pointer's accelerator. Ranges that are written are none of those that are read, unless it is said.
#ifndef HC_ALGORITHMS_HPP
#define HC_ALGORITHMS_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hcrt/algorithms/each.hpp"
#include "hcrt/algorithms/histogram.hpp"
#include "hcrt/algorithms/merge.hpp"
#include "hcrt/algorithms/reduce.hpp"
#include "hcrt/algorithms/scan.hpp"
#include "hcrt/algorithms/select.hpp"
#include "hcrt/algorithms/sort.hpp"

namespace hc {

/// Orders of sort and merge: a < b, and b < a.
typedef hcrt::algorithms::Less ascending;
typedef hcrt::algorithms::Greater descending;

/// Calls f(T&) for each element.
template <class Range, class F, hcrt::algorithms::IfRanges<Range> = 0>
HCRT_CPU completion_future for_each_async(const accelerator_view& queue, Range&& range, const F& f) {
  using namespace hcrt::algorithms;
  return launch_places(queue, range_of(range).count, CallFor<KernelRange<Range>, F>{range_of(range), f});
}

/// out[0] = op over init and unary(e) of all elements, in any order and grouping.
/// \param queue where it runs
/// \param in the elements
/// \param out a range of at least one element
/// \param init the result's first part; its type T is that of all partial results
/// \param op associative and commutative, T op(T, T)
/// \param unary what is made of each element
/// \return the last kernel's future
template <class In, class Out, class T, class Op, class Unary, hcrt::algorithms::IfRanges<In, Out> = 0>
HCRT_CPU completion_future transform_reduce_async(const accelerator_view& queue, In&& in, Out&& out,
                                                  const T& init, const Op& op, const Unary& unary) {
  using namespace hcrt::algorithms;
  return reduce_to<T>(queue, range_of(in), range_of(out), init, unary, op);
}
/// As transform_reduce_async(); waits.
/// \return the result
template <class In, class T, class Op, class Unary, hcrt::algorithms::IfRanges<In> = 0>
HCRT_CPU T transform_reduce(const accelerator_view& queue, In&& in, const T& init, const Op& op,
                            const Unary& unary) {
  using namespace hcrt::algorithms;
  const View<T> result(1);
  reduce_to<T>(queue, range_of(in), range_of(result), init, unary, op);
  return result[0];
}

/// out[0] = op over init and all elements, in any order and grouping; without op their sum.
template <class In, class Out, class T, class Op = hcrt::algorithms::Plus,
          hcrt::algorithms::IfRanges<In, Out> = 0>
HCRT_CPU completion_future reduce_async(const accelerator_view& queue, In&& in, Out&& out, const T& init,
                                        const Op& op = Op()) {
  return hc::transform_reduce_async(queue, in, out, init, op, hcrt::algorithms::Same());
}
/// As reduce_async(); waits.
/// \return the result
template <class In, class T, class Op = hcrt::algorithms::Plus, hcrt::algorithms::IfRanges<In> = 0>
HCRT_CPU T reduce(const accelerator_view& queue, In&& in, const T& init, const Op& op = Op()) {
  return hc::transform_reduce(queue, in, init, op, hcrt::algorithms::Same());
}

/// out[i] = op, from left to right, over unary(e) of the elements up to i. `in` and `out` may be one range.
/// \param op associative; it need not commute
template <class In, class Out, class Op, class Unary, hcrt::algorithms::IfRanges<In, Out> = 0>
HCRT_CPU completion_future transform_inclusive_scan_async(const accelerator_view& queue, In&& in, Out&& out,
                                                          const Op& op, const Unary& unary) {
  using namespace hcrt::algorithms;
  typedef hcrt::decay_t<decltype(std::declval<Unary&>()(std::declval<const ValueOf<In>&>()))> T;
  return scan_to<T, true>(queue, range_of(in), range_of(out), Slot<T>(), false, unary, op);
}
/// out[i] = op, from left to right, over the elements up to i; without op their sum.
template <class In, class Out, class Op = hcrt::algorithms::Plus, hcrt::algorithms::IfRanges<In, Out> = 0>
HCRT_CPU completion_future inclusive_scan_async(const accelerator_view& queue, In&& in, Out&& out,
                                                const Op& op = Op()) {
  return hc::transform_inclusive_scan_async(queue, in, out, op, hcrt::algorithms::Same());
}

/// out[i] = op, from left to right, over init and unary(e) of the elements before i. `in` and `out` may be
/// one range.
template <class In, class Out, class T, class Op, class Unary, hcrt::algorithms::IfRanges<In, Out> = 0>
HCRT_CPU completion_future transform_exclusive_scan_async(const accelerator_view& queue, In&& in, Out&& out,
                                                          const T& init, const Op& op, const Unary& unary) {
  using namespace hcrt::algorithms;
  Slot<T> seed;
  seed.put(init);
  return scan_to<T, false>(queue, range_of(in), range_of(out), seed, true, unary, op);
}
/// out[i] = op, from left to right, over init and the elements before i; without op their sum.
template <class In, class Out, class T, class Op = hcrt::algorithms::Plus,
          hcrt::algorithms::IfRanges<In, Out> = 0>
HCRT_CPU completion_future exclusive_scan_async(const accelerator_view& queue, In&& in, Out&& out,
                                                const T& init, const Op& op = Op()) {
  return hc::transform_exclusive_scan_async(queue, in, out, init, op, hcrt::algorithms::Same());
}

/// Sorts in place, stably. Numbers in the order hc::ascending or hc::descending are sorted by their digits,
/// others by merging. -0 is equal to 0; NaNs come first or last.
/// \param order bool order(T, T): does the first come before the second?
/// \throws runtime_exception for more than 2^31 - 1 elements
template <class Range, class Order = ascending, hcrt::algorithms::IfRanges<Range> = 0>
HCRT_CPU completion_future sort_async(const accelerator_view& queue, Range&& range,
                                      const Order& order = Order()) {
  return hcrt::algorithms::sort_range(queue, hcrt::algorithms::range_of(range), order);
}
/// Sorts keys, and values in the order of their keys, both in place, stably. Numbers in the order
/// hc::ascending or hc::descending are sorted by their digits, others by merging.
/// \param order bool order(Key, Key): does the first come before the second?
/// \throws runtime_exception where there are fewer values than keys, or more than 2^31 - 1 keys
template <class Keys, class Values, class Order = ascending, hcrt::algorithms::IfRanges<Keys, Values> = 0>
HCRT_CPU completion_future sort_by_key_async(const accelerator_view& queue, Keys&& keys, Values&& values,
                                             const Order& order = Order()) {
  using namespace hcrt::algorithms;
  return sort_range_by_key(queue, range_of(keys), range_of(values), order);
}
/// out = the elements of two sorted ranges, sorted; of equal ones, those of `a` come first.
template <class A, class B, class Out, class Order = ascending, hcrt::algorithms::IfRanges<A, B, Out> = 0>
HCRT_CPU completion_future merge_async(const accelerator_view& queue, A&& a, B&& b, Out&& out,
                                       const Order& order = Order()) {
  using namespace hcrt::algorithms;
  return merge_to(queue, range_of(a), range_of(b), range_of(out), order);
}

/// Copies the elements that predicate(e) holds for, in order; total[0] = how many they are.
template <class In, class Out, class Total, class Predicate, hcrt::algorithms::IfRanges<In, Out, Total> = 0>
HCRT_CPU completion_future copy_if_async(const accelerator_view& queue, In&& in, Out&& out, Total&& total,
                                         const Predicate& predicate) {
  using namespace hcrt::algorithms;
  return select_to(queue, range_of(in), range_of(out), Nowhere(), range_of(total),
                   KeepIf<Predicate>{predicate});
}
/// Copies the elements that predicate(e) holds for to `out` and the others to `rest`, both in order.
template <class In, class Out, class Rest, class Total, class Predicate,
          hcrt::algorithms::IfRanges<In, Out, Rest, Total> = 0>
HCRT_CPU completion_future partition_copy_async(const accelerator_view& queue, In&& in, Out&& out,
                                                Rest&& rest, Total&& total, const Predicate& predicate) {
  using namespace hcrt::algorithms;
  return select_to(queue, range_of(in), range_of(out), range_of(rest), range_of(total),
                   KeepIf<Predicate>{predicate});
}
/// Moves the elements that predicate(e) holds for before the others; both stay in order. total[0] = how many
/// they are.
template <class Range, class Total, class Predicate, hcrt::algorithms::IfRanges<Range, Total> = 0>
HCRT_CPU completion_future partition_async(const accelerator_view& queue, Range&& range, Total&& total,
                                           const Predicate& predicate) {
  using namespace hcrt::algorithms;
  return partition_in_place(queue, range_of(range), range_of(total), KeepIf<Predicate>{predicate});
}
/// Copies the first of each group of neighbours that are equal; total[0] = how many groups there are.
template <class In, class Out, class Total, class Equal = hcrt::algorithms::Equals,
          hcrt::algorithms::IfRanges<In, Out, Total> = 0>
HCRT_CPU completion_future unique_copy_async(const accelerator_view& queue, In&& in, Out&& out, Total&& total,
                                             const Equal& equal = Equal()) {
  using namespace hcrt::algorithms;
  return select_to(queue, range_of(in), range_of(out), Nowhere(), range_of(total),
                   KeepFirstOfEqual<Equal>{equal});
}
/// The same to the range's own front; what comes after those is left as it is.
template <class Range, class Total, class Equal = hcrt::algorithms::Equals,
          hcrt::algorithms::IfRanges<Range, Total> = 0>
HCRT_CPU completion_future unique_async(const accelerator_view& queue, Range&& range, Total&& total,
                                        const Equal& equal = Equal()) {
  using namespace hcrt::algorithms;
  return select_in_place(queue, range_of(range), range_of(total), KeepFirstOfEqual<Equal>{equal});
}

/// bins[i] = how many elements bin_of(e) gives i for; numbers that are none of a bin count nowhere.
/// \param bins a range of int, unsigned or std::uint64_t
/// \param bin_of gives an integer
template <class In, class Bins, class BinOf, hcrt::algorithms::IfRanges<In, Bins> = 0>
HCRT_CPU completion_future histogram_async(const accelerator_view& queue, In&& in, Bins&& bins,
                                           const BinOf& bin_of) {
  using namespace hcrt::algorithms;
  return histogram_to(queue, range_of(in), range_of(bins), bin_of);
}

}  // namespace hc

#include "hcrt/algorithms/forms.hpp"

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
