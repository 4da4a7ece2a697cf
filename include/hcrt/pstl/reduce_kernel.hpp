// Reduction of values that are computed from an index.
#ifndef HCRT_PSTL_REDUCE_KERNEL_HPP
#define HCRT_PSTL_REDUCE_KERNEL_HPP

#include <vector>

#include "sequence.hpp"

namespace hcrt {
namespace pstl {

/// Each tile reduces a chunk: load(i) for its indices i, in any order, with op.
template <class T, class Load, class Op>
struct ReduceChunk {
  Load load;
  Op op;
  View<Slot<T>> partial;
  int count, chunk;

  void operator()(const hc::tiled_index<1>& t) const {
    const int begin = t.tile[0] * chunk;
    const int end = chunk < count - begin ? begin + chunk : count;
    Load get = load;
    Op combine = op;
    if constexpr (lone_items) {
      partial[t.tile[0]].put(alone(get, combine, begin, end));
    } else {
      constexpr int items = tile_items<T>;
      tile_static Slot<T> sums[items];
      const int local = t.local[0];
      if (begin + local < end) {
        T sum = get(begin + local);
        for (int i = begin + local + items; i < end; i += items) sum = combine(sum, get(i));
        sums[local].put(sum);
      }
      t.barrier.wait();
      for (int half = items / 2; half > 0; half /= 2) {
        if (local < half && begin + local + half < end)
          sums[local].put(combine(sums[local].get(), sums[local + half].get()));
        t.barrier.wait();
      }
      if (local == 0) partial[t.tile[0]].put(sums[0].get());
    }
  }

 private:
  // Several sums in flight: each is one chain of dependent operations.
  static T alone(Load& get, Op& combine, int begin, int end) {
    constexpr int width = sizeof(T) <= 16 ? 8 : 1;
    int i = begin + 1;
    Slot<T> sums[width];
    sums[0].put(get(begin));
    if (end - begin >= width) {
      for (int k = 1; k < width; ++k) sums[k].put(get(begin + k));
      for (i = begin + width; i <= end - width; i += width)
        for (int k = 0; k < width; ++k) sums[k].put(combine(sums[k].get(), get(i + k)));
      for (int k = 1; k < width; ++k) sums[0].put(combine(sums[0].get(), sums[k].get()));
    }
    for (; i < end; ++i) sums[0].put(combine(sums[0].get(), get(i)));
    return sums[0].get();
  }
};

/// op over load(0), ..., load(count - 1) in any order; count is positive. What is left of the tiles' results
/// to combine is done on the CPU.
template <class T, class Load, class Op>
T reduce_indices(int count, const Load& load, const Op& op) {
  const Kalmar::accelerator_view view = Kalmar::accelerator::get_auto_selection_view();
  const Chunks chunks = chunks_of(view, count, tile_items<T>, tile_elements<T>, 1);
  std::vector<Slot<T>> partials(static_cast<std::size_t>(chunks.tiles));
  View<Slot<T>> partial(Kalmar::extent<1>(chunks.tiles), partials.data());
  partial.discard_data();
  chunks.launch(view, ReduceChunk<T, Load, Op>{load, op, partial, count, chunks.chunk});
  partial.synchronize();
  Op combine = op;
  T sum = partials[0].get();
  for (int i = 1; i < chunks.tiles; ++i) sum = combine(sum, partials[i].get());
  return sum;
}

struct Smaller {
  int operator()(int a, int b) const { return a < b ? a : b; }
};

/// The first index whose predicate holds; count where there is none.
template <class Predicate>
int first_index(int count, const Predicate& holds) {
  return reduce_indices<int>(
      count,
      [=](int i) {
        Predicate mine = holds;
        return mine(i) ? i : count;
      },
      Smaller());
}

}  // namespace pstl
}  // namespace hcrt
#endif
