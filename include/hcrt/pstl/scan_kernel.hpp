// Prefix sums of values that are computed from an index.
#ifndef HCRT_PSTL_SCAN_KERNEL_HPP
#define HCRT_PSTL_SCAN_KERNEL_HPP

#include <vector>

#include "sequence.hpp"

namespace hcrt {
namespace pstl {

/// Chunks that a lone work-item scans at once.
constexpr int lone_lanes = 4;

/// Each tile works on a chunk, its elements in order. The first launch (!final) gives the chunks' totals; the
/// second finds in their place what precedes each chunk (the first one: only where seeded) and writes the
/// prefixes. Exclusive scans are always seeded.
template <class T, class Load, class Op, class Out, bool inclusive>
struct ScanChunk {
  Load load;
  Op op;
  View<Out> out;
  View<Slot<T>> carries;
  int count, chunk;
  bool final, seeded;

  static constexpr int lanes = lone_lanes;

  void operator()(const hc::tiled_index<1>& t) const {
    if constexpr (lone_items) {
      alone(t.tile[0] * lanes);
    } else {
      const int begin = t.tile[0] * chunk;
      together(t, begin, chunk < count - begin ? begin + chunk : count);
    }
  }

 private:
  // A lone work-item has several chunks in flight: each is one chain of dependent operations.
  void alone(int first) const {
    const long long begin = static_cast<long long>(first) * chunk;
    if (begin + static_cast<long long>(lanes) * chunk <= count) {
      walk<lanes>(first, static_cast<int>(begin), chunk);
      return;
    }
    for (int i = 0; i < lanes && begin + static_cast<long long>(i) * chunk < count; ++i) {
      const int from = static_cast<int>(begin) + i * chunk;
      walk<1>(first + i, from, chunk < count - from ? chunk : count - from);
    }
  }

  template <int width>
  void walk(int first, int begin, int size) const {
    Load get = load;
    Op combine = op;
    const View<Out> to = out;
    Slot<T> sums[width];
    if (inclusive || !final) {
      for (int k = 0; k < width; ++k) {
        sums[k].put(get(begin + k * chunk));
        if (!final) continue;
        if (seeded || first + k > 0) sums[k].put(combine(carries[first + k].get(), sums[k].get()));
        to[begin + k * chunk] = sums[k].get();
      }
      for (int i = begin + 1; i < begin + size; ++i)
        for (int k = 0; k < width; ++k) {
          sums[k].put(combine(sums[k].get(), get(i + k * chunk)));
          if (final) to[i + k * chunk] = sums[k].get();
        }
    } else {
      for (int k = 0; k < width; ++k) sums[k].put(carries[first + k].get());
      for (int i = begin; i < begin + size; ++i)
        for (int k = 0; k < width; ++k) {
          const T next = get(i + k * chunk);  // may be where the output goes
          to[i + k * chunk] = sums[k].get();
          sums[k].put(combine(sums[k].get(), next));
        }
    }
    if (final) return;
    for (int k = 0; k < width; ++k) carries[first + k].put(sums[k].get());
  }

  static constexpr int items = tile_items<T>;
  static constexpr int each = item_elements<T>;

  // In rounds of items * each elements: coalesced to tile_static memory and back, `each` neighbours to a
  // work-item, and a scan of the work-items' sums.
  void together(const hc::tiled_index<1>& t, int begin, int end) const {
    tile_static Slot<T> elements[items * each];
    tile_static Slot<T> sums[items];
    tile_static Slot<T> carry;
    const int local = t.local[0];
    Load get = load;
    Op combine = op;
    bool carried = final && (seeded || t.tile[0] > 0);
    if (carried && local == 0) carry.put(carries[t.tile[0]].get());
    for (int base = begin; base < end; base += items * each) {
      const int size = items * each < end - base ? items * each : end - base;
      for (int i = local; i < size; i += items) elements[i].put(get(base + i));
      t.barrier.wait();
      const int from = local * each, to = from + each < size ? from + each : size;
      if (from < to) {
        T sum = elements[from].get();
        for (int i = from + 1; i < to; ++i) sum = combine(sum, elements[i].get());
        sums[local].put(sum);
      }
      t.barrier.wait();
      for (int step = 1; step < items; step *= 2) {
        const bool add = from < to && local >= step;
        Slot<T> before;
        if (add) before.put(sums[local - step].get());
        t.barrier.wait();
        if (add) sums[local].put(combine(before.get(), sums[local].get()));
        t.barrier.wait();
      }
      if (final && from < to)
        prefixes(combine, elements, from, to, carried ? &carry : nullptr,
                 local > 0 ? &sums[local - 1] : nullptr);
      t.barrier.wait();
      if (local == 0) {
        const T sum = sums[(size - 1) / each].get();
        carry.put(carried ? combine(carry.get(), sum) : sum);
      }
      carried = true;
      if (final)
        for (int i = local; i < size; i += items) out[base + i] = elements[i].get();
      t.barrier.wait();
    }
    if (!final && local == 0) carries[t.tile[0]].put(carry.get());
  }

  // Replaces elements by their prefixes; either of what precedes them may be missing.
  static void prefixes(Op& combine, Slot<T>* elements, int from, int to, const Slot<T>* carry,
                       const Slot<T>* sum) {
    Slot<T> before;
    bool some = carry || sum;
    if (carry && sum)
      before.put(combine(carry->get(), sum->get()));
    else if (some)
      before.put(carry ? carry->get() : sum->get());
    for (int i = from; i < to; ++i) {
      const T next = elements[i].get();
      if constexpr (!inclusive) elements[i].put(before.get());
      before.put(some ? combine(before.get(), next) : next);
      if constexpr (inclusive) elements[i].put(before.get());
      some = true;
    }
  }
};

/// out[i] = op over *init (may be null for inclusive scans) and load(0), ..., load(i), or load(i - 1) for
/// exclusive ones; op need not commute. count is positive. Waits.
template <bool inclusive, class T, class Load, class Op, class Out>
void scan_indices(int count, const Load& load, const Op& op, const View<Out>& out, const T* init) {
  const Kalmar::accelerator_view view = Kalmar::accelerator::get_auto_selection_view();
  const Chunks chunks = chunks_of(view, count, tile_items<T>, tile_elements<T>, lone_lanes);
  std::vector<Slot<T>> totals(static_cast<std::size_t>(chunks.chunks));
  View<Slot<T>> carries(Kalmar::extent<1>(chunks.chunks), totals.data());
  using Kernel = ScanChunk<T, Load, Op, Out, inclusive>;
  if (chunks.chunks > 1) {
    carries.discard_data();
    chunks.launch(view, Kernel{load, op, out, carries, count, chunks.chunk, false, false});
    carries.synchronize();
  }
  Op combine = op;
  Slot<T> before;
  if (init) before.put(*init);
  for (int i = 0; i < chunks.chunks; ++i) {
    Slot<T>& carry = totals[static_cast<std::size_t>(i)];
    const Slot<T> total = carry;
    const bool some = init || i > 0;
    if (some) carry = before;
    if (i + 1 < chunks.chunks) before.put(some ? combine(before.get(), total.get()) : total.get());
  }
  carries.refresh();
  chunks.launch(view, Kernel{load, op, out, carries, count, chunks.chunk, true, init != nullptr});
  out.synchronize();
}

}  // namespace pstl
}  // namespace hcrt
#endif
