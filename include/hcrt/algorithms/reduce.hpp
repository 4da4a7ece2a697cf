// reduce and transform_reduce: a sum for each tile, in any order, and one tile that joins them.
#ifndef HCRT_ALGORITHMS_REDUCE_HPP
#define HCRT_ALGORITHMS_REDUCE_HPP

#include "tile.hpp"

namespace hcrt {
namespace algorithms {

/// As unary functions of elements.
struct Same {
  template <class T>
  HCRT_BOTH const T& operator()(const T& value) const {
    return value;
  }
};
struct Plus {
  template <class T>
  HCRT_BOTH T operator()(const T& a, const T& b) const {
    return static_cast<T>(a + b);
  }
};

/// Reads partial results.
struct SlotValue {
  template <class T>
  HCRT_BOTH const T& operator()(const Slot<T>& slot) const {
    return slot.get();
  }
};

/// Each tile joins a chunk of unary(e), in any order, and writes a partial result; the last launch, of one
/// tile over those, joins init to it, which is all there is where there are none.
template <class T, class In, class Out, class Unary, class Op>
struct ReduceChunk {
  In in;
  Out out;
  Unary unary;
  Op op;
  Slot<T> init;
  Place chunk;

  typedef hcrt::remove_const_t<typename In::type> E;
  typedef hcrt::remove_const_t<typename Out::type> O;
  static constexpr bool last = !std::is_same<O, Slot<T>>::value;
  static constexpr int width = piece_of(sizeof(E));
  static constexpr int pieces = 4;  // that are on their way at once

  HCRT_AMP __attribute__((always_inline)) void operator()(const hc::tiled_index<1>& t) const {
    const Place begin = t.tile[0] * chunk;
    const Place left = in.count - begin, size = chunk < left ? chunk : left;
    const E* const from = in.data() + begin;
    Unary function = unary;
    Op join = op;
    Slot<T> sum;
    if constexpr (lone_items) {
      if (size > 0) alone(from, size, function, join, sum);
    } else {
      tile_static Slot<T> sums[tile_items];
      together(t.local[0], from, size, function, join, sum);
      const Place used = (size + width - 1) / width;
      reduce_tile(t, sums, sum, used < tile_items ? static_cast<int>(used) : tile_items, join);
    }
    if (t.local[0] == 0) write(out.data() + t.tile[0], size, join, sum);
  }

 private:
  HCRT_AMP void write(O* to, Place size, Op& join, const Slot<T>& sum) const {
    if constexpr (last)
      *to = static_cast<O>(size > 0 ? join(init.get(), sum.get()) : init.get());
    else
      *to = sum;
  }

  // Several sums in flight: each is one chain of dependent operations.
  HCRT_AMP static void alone(const E* from, Place size, Unary& function, Op& join, Slot<T>& sum) {
    constexpr int chains = sizeof(T) <= 16 ? 8 : 1;
    Place i = 1;
    sum.put(static_cast<T>(function(from[0])));
    if (size >= chains) {
      Slot<T> sums[chains];
      for (int k = 0; k < chains; ++k) sums[k].put(static_cast<T>(function(from[k])));
      for (i = chains; i <= size - chains; i += chains)
        for (int k = 0; k < chains; ++k)
          sums[k].put(join(sums[k].get(), static_cast<T>(function(from[i + k]))));
      sum = sums[0];
      for (int k = 1; k < chains; ++k) sum.put(join(sum.get(), sums[k].get()));
    }
    for (; i < size; ++i) add(from[i], function, join, sum);
  }

  HCRT_AMP static void add(const E& element, Unary& function, Op& join, Slot<T>& sum) {
    sum.put(join(sum.get(), static_cast<T>(function(element))));
  }

  // The pieces that a work-item reads are `stride` apart, so that the tile's lie side by side.
  HCRT_AMP static void together(int local, const E* from, Place size, Unary& function, Op& join,
                                Slot<T>& sum) {
    constexpr Place stride = tile_items * width;
    const bool aligned = is_aligned<width * sizeof(E)>(from);
    Place i = local * width;
    if (i >= size) return;
    sum.put(static_cast<T>(function(from[i])));
    for (int k = 1; k < width && i + k < size; ++k) add(from[i + k], function, join, sum);
    i += stride;
    for (; i + (pieces - 1) * stride + width <= size; i += pieces * stride) {
      Slot<E> read[pieces][width];
      read_pieces<pieces, width>(from + i, stride, aligned, read);
#pragma unroll
      for (int p = 0; p < pieces; ++p)
#pragma unroll
        for (int k = 0; k < width; ++k) add(read[p][k].get(), function, join, sum);
    }
    for (; i < size; i += stride)
      for (int k = 0; k < width && i + k < size; ++k) add(from[i + k], function, join, sum);
  }
};

/// out[0] = op over init and unary(e) of all elements, in any order and grouping.
template <class T, class In, class Out, class Unary, class Op>
HCRT_CPU Kalmar::completion_future reduce_to(const Kalmar::accelerator_view& queue, const In& in,
                                             const Out& out, const T& init, const Unary& unary,
                                             const Op& op) {
  typedef ViewRange<Slot<T>> Partials;
  const Way way = way_of(queue);
  constexpr int unit = tile_items * piece_of(sizeof(typename In::type)) * 4;
  const Chunks chunks = chunks_of(queue, way, in.count, unit, 32);
  const Partials partials{scratch<Slot<T>>(queue, chunks.count), chunks.count};
  Slot<T> seed;
  seed.put(init);
  if (in.count > 0)
    launch_tiles(queue, way, chunks.count,
                 ReduceChunk<T, In, Partials, Unary, Op>{in, partials, unary, op, seed, chunks.size});
  return launch_tiles(
      queue, way, 1,
      ReduceChunk<T, Partials, Out, SlotValue, Op>{partials, out, SlotValue(), op, seed, chunks.count});
}

}  // namespace algorithms
}  // namespace hcrt
#endif
