// Scans: in one pass with look-back where the accelerator allows it, else sums of chunks, a scan of those,
// and the chunks once more.
#ifndef HCRT_ALGORITHMS_SCAN_HPP
#define HCRT_ALGORITHMS_SCAN_HPP

#include "look_back.hpp"
#include "reduce.hpp"

namespace hcrt {
namespace algorithms {

/// What precedes some elements; it may be nothing.
template <class T>
struct Before {
  Slot<T> value;
  bool some;

  template <class Op>
  HCRT_AMP T joined(const T& next, Op& op) const {
    return some ? op(value.get(), next) : next;
  }
  template <class Op>
  HCRT_AMP void add(const T& next, Op& op) {
    value.put(joined(next, op));
    some = true;
  }
};

enum class ScanStep { one_pass, totals, chunks };

/// One kernel, whose steps are:
/// - one_pass: each tile scans its elements, and learns by look-back what precedes them
/// - totals: each tile writes the value of its chunk to `carries`
/// - chunks: each tile finds in `carries` what precedes its chunk and writes the chunk's prefixes
template <class T, class In, class Out, class Unary, class Op, bool inclusive>
struct Scan {
  In in;
  Out out;
  Unary unary;
  Op op;
  Slot<T> init;
  View<std::uint64_t> states;
  View<Slot<T>> carries;
  Place chunk;
  int tiles;
  bool seeded;  // with init
  ScanStep step;

  typedef hcrt::remove_const_t<typename In::type> E;
  typedef hcrt::remove_const_t<typename Out::type> O;
  static constexpr int larger = sizeof(E) > sizeof(O) ? sizeof(E) : sizeof(O);
  static constexpr int width = piece_of(larger > sizeof(T) ? larger : sizeof(T));
  // Of each work-item, in one pass: up to 32 values, which lie in registers.
  static constexpr int pieces = width >= 16 ? 2 : width >= 8 ? 4 : width >= 2 ? 8 : 4;
  static constexpr int tile_elements = waiting_items * width * pieces;

  HCRT_AMP __attribute__((always_inline)) void operator()(const hc::tiled_index<1>& t) const {
#ifdef HCPY_TARGET_PTX
    __hcrt_bound_tiles(waiting_items, waiting_tiles);
    one_pass(t);
#else
    const Place begin = t.tile[0] * chunk;
    const Place left = in.count - begin, size = chunk < left ? chunk : left;
    Before<T> before;
    before.some = step == ScanStep::chunks && (seeded || t.tile[0] > 0);
    if (before.some) before.value = t.tile[0] > 0 ? carries[t.tile[0]] : init;
    if constexpr (lone_items)
      alone(begin, size, before);
    else
      rounds(t, begin, size, before);
    if (step == ScanStep::totals && t.local[0] == 0) carries[t.tile[0]] = before.value;
#endif
  }

 private:
  HCRT_AMP static void write(O* to, Before<T>& before, const T& next, Op& join) {
    if constexpr (inclusive) {
      before.add(next, join);
      *to = static_cast<O>(before.value.get());
    } else {
      *to = static_cast<O>(before.value.get());
      before.add(next, join);
    }
  }

#ifdef HCPY_TARGET_PTX
  static constexpr int waves = waiting_items / wave_lanes;
  static constexpr int wave_elements = wave_lanes * width * pieces;
  static constexpr int segment = wave_lanes * width;

  // A wave scans its elements segment by segment: each lane has `width` neighbours of each segment.
  HCRT_AMP void one_pass(const hc::tiled_index<1>& t) const {
    tile_static Slot<T> totals[waves];
    tile_static Slot<T> earlier;
    const TileStates<T> known(states.data(), tiles);
    const int tile = t.tile[0];
    const Place begin = static_cast<Place>(tile) * tile_elements;
    const Place left = in.count - begin;
    if (left < tile_elements)
      scan<false>(t, known, tile, begin, static_cast<int>(left), totals, earlier);
    else
      scan<true>(t, known, tile, begin, tile_elements, totals, earlier);
  }

  template <bool full>
  HCRT_AMP void scan(const hc::tiled_index<1>& t, const TileStates<T>& known, int tile, Place begin, int size,
                     Slot<T>* totals, Slot<T>& earlier) const {
    const int local = t.local[0], lane = lane_of(local), wave = local / wave_lanes;
    const int first = wave * wave_elements + lane * width;
    Op join = op;
    Slot<T> values[pieces][width];
    read<full>(in.data() + begin, first, size, values);
    Before<T> ahead[pieces];  // of the wave, before each piece
    const Before<T> whole = scan_pieces<full>(values, first, size, lane, ahead, join);
    if (lane == 0 && whole.some) totals[wave] = whole.value;
    t.barrier.wait();
    if (wave == 0) look_back(known, tile, lane, size, totals, earlier, join);
    t.barrier.wait();
    Before<T> before;
    before.some = tile > 0 || seeded;
    if (before.some) before.value = tile > 0 ? earlier : init;
    for (int w = 0; w < wave; ++w)
      if (w * wave_elements < size) before.add(totals[w].get(), join);
    write_all<full>(out.data() + begin, first, size, before, ahead, values, join);
  }

  template <bool full>
  HCRT_AMP void read(const E* from, int first, int size, Slot<T> (*values)[width]) const {
    Unary function = unary;
    if constexpr (full) {
      Slot<E> elements[pieces][width];
      read_pieces<pieces, width>(from + first, segment, is_aligned<width * sizeof(E)>(from), elements);
#pragma unroll
      for (int p = 0; p < pieces; ++p)
#pragma unroll
        for (int k = 0; k < width; ++k) values[p][k].put(static_cast<T>(function(elements[p][k].get())));
    } else {
#pragma unroll
      for (int p = 0; p < pieces; ++p)
#pragma unroll
        for (int k = 0; k < width; ++k)
          if (first + p * segment + k < size)
            values[p][k].put(static_cast<T>(function(from[first + p * segment + k])));
    }
  }

  // What the wave has before each of the lane's pieces, and all that it has.
  template <bool full>
  HCRT_AMP static Before<T> scan_pieces(Slot<T> (*values)[width], int first, int size, int lane,
                                        Before<T>* ahead, Op& join) {
    Before<T> all;
    all.some = false;
#pragma unroll
    for (int p = 0; p < pieces; ++p) {
      const int at = first + p * segment, start = at - lane * width;
      Slot<T> sum = values[p][0];
#pragma unroll
      for (int k = 1; k < width; ++k)
        if (full || at + k < size) sum.put(join(sum.get(), values[p][k].get()));
      const int rest = full ? segment : size - start;
      const int used = rest <= 0 ? 0 : rest < segment ? (rest + width - 1) / width : wave_lanes;
      scan_wave(sum, lane, used, join);
      const Slot<T> left = shuffle(sum, lane - 1), whole = shuffle(sum, used - 1);
      ahead[p] = all;
      if (lane > 0 && lane <= used) ahead[p].add(left.get(), join);
      if (used > 0) all.add(whole.get(), join);
    }
    return all;
  }

  HCRT_AMP void look_back(const TileStates<T>& known, int tile, int lane, int size, const Slot<T>* totals,
                          Slot<T>& earlier, Op& join) const {
    Slot<T> all = totals[0];
    for (int w = 1; w < waves; ++w)
      if (w * wave_elements < size) all.put(join(all.get(), totals[w].get()));
    if (tile == 0) {
      if (seeded) all.put(join(init.get(), all.get()));
      if (lane == 0) known.publish(0, tile_has_prefix, all);
      return;
    }
    if (lane == 0) known.publish(tile, tile_has_total, all);
    const Slot<T> before = known.before(tile, lane, join);
    all.put(join(before.get(), all.get()));
    if (lane != 0) return;
    known.publish(tile, tile_has_prefix, all);
    earlier = before;
  }

  template <bool full>
  HCRT_AMP static void write_all(O* to, int first, int size, const Before<T>& before, Before<T>* ahead,
                                 Slot<T> (*values)[width], Op& join) {
    Slot<O> results[pieces][width];
#pragma unroll
    for (int p = 0; p < pieces; ++p) {
      Before<T> sum = before;
      if (ahead[p].some) sum.add(ahead[p].value.get(), join);
#pragma unroll
      for (int k = 0; k < width; ++k)
        if (full || first + p * segment + k < size)
          write(reinterpret_cast<O*>(&results[p][k]), sum, values[p][k].get(), join);
    }
    if constexpr (full)
      return write_pieces<pieces, width>(to + first, segment, is_aligned<width * sizeof(O)>(to), results);
#pragma unroll
    for (int p = 0; p < pieces; ++p)
#pragma unroll
      for (int k = 0; k < width; ++k)
        if (first + p * segment + k < size) to[first + p * segment + k] = results[p][k].get();
  }
#else
  HCRT_AMP void alone(Place begin, Place size, Before<T>& before) const {
    Unary function = unary;
    Op join = op;
    const E* const from = in.data() + begin;
    if (step == ScanStep::totals) {
      before.value.put(static_cast<T>(function(from[0])));
      for (Place i = 1; i < size; ++i)
        before.value.put(join(before.value.get(), static_cast<T>(function(from[i]))));
      return;
    }
    O* const to = out.data() + begin;
    for (Place i = 0; i < size; ++i) {
      const T next = static_cast<T>(function(from[i]));  // may be where the output goes
      write(to + i, before, next, join);
    }
  }

  // `width` neighbours to a work-item, and a scan of the work-items' sums.
  HCRT_AMP void rounds(const hc::tiled_index<1>& t, Place begin, Place size, Before<T>& before) const {
    tile_static Slot<T> sums[tile_items];
    Unary function = unary;
    Op join = op;
    const int local = t.local[0];
    for (Place round = 0; round < size; round += tile_items * width) {
      const Place at = round + local * width, left = size - round;
      const E* const from = in.data() + begin + at;
      Slot<T> values[width];
      Slot<T> sum, total;
      for (int k = 0; k < width && at + k < size; ++k) {
        values[k].put(static_cast<T>(function(from[k])));
        if (k == 0)
          sum = values[0];
        else
          sum.put(join(sum.get(), values[k].get()));
      }
      const int used = left < tile_items * width ? static_cast<int>((left + width - 1) / width) : tile_items;
      scan_tile(t, sums, sum, used, total, join);
      if (step == ScanStep::chunks) {
        Before<T> mine = before;
        sums[local] = sum;
        t.barrier.wait();
        if (local > 0 && local < used) mine.add(sums[local - 1].get(), join);
        for (int k = 0; k < width && at + k < size; ++k)
          write(out.data() + begin + at + k, mine, values[k].get(), join);
      }
      before.add(total.get(), join);
      t.barrier.wait();
    }
  }
#endif
};

/// One tile puts in the place of each chunk's value what precedes the chunk, which may be nothing for the
/// first one.
template <class T, class Op>
struct ScanCarries {
  View<Slot<T>> carries;
  Op op;
  Slot<T> init;
  int count;
  bool seeded;

  HCRT_AMP __attribute__((always_inline)) void operator()(const hc::tiled_index<1>& t) const {
#ifndef HCPY_TARGET_PTX
    Op join = op;
    Before<T> before;
    before.some = seeded;
    if (seeded) before.value = init;
    if constexpr (lone_items) {
      for (int i = 0; i < count; ++i) step(i, carries[i], before, join);
    } else {
      tile_static Slot<T> sums[tile_items];
      for (int round = 0; round < count; round += tile_items) {
        const int i = round + t.local[0], left = count - round;
        const int used = left < tile_items ? left : tile_items;
        Slot<T> sum, total;
        if (i < count) sum = carries[i];
        scan_tile(t, sums, sum, used, total, join);
        sums[t.local[0]] = sum;
        t.barrier.wait();
        Before<T> mine = before;
        if (t.local[0] > 0 && i < count) mine.add(sums[t.local[0] - 1].get(), join);
        if (i < count && mine.some) carries[i] = mine.value;
        before.add(total.get(), join);
        t.barrier.wait();
      }
    }
#else
    static_cast<void>(t);
#endif
  }

 private:
  HCRT_AMP void step(int i, const Slot<T>& value, Before<T>& before, Op& join) const {
    const Slot<T> own = value;
    if (before.some) carries[i] = before.value;
    before.add(own.get(), join);
  }
};

/// out[i] = op, from left to right, over init where it is seeded and unary(e) of the elements up to i, or
/// before i. Exclusive scans are always seeded. `in` and `out` may be the same elements.
template <class T, bool inclusive, class In, class Out, class Unary, class Op>
HCRT_CPU Kalmar::completion_future scan_to(const Kalmar::accelerator_view& queue, const In& in,
                                           const Out& out, const Slot<T>& init, bool seeded,
                                           const Unary& unary, const Op& op) {
  typedef Scan<T, In, Out, Unary, Op, inclusive> Kernel;
  if (in.count == 0) return Kalmar::completion_future();
  const Way way = way_of(queue);
  Kernel kernel{
      in, out, unary, op, init, View<std::uint64_t>(), View<Slot<T>>(), 0, 0, seeded, ScanStep::one_pass};
  if (way == Way::waves) {
    tell("scan", in.count, way, "one pass with look-back");
    kernel.tiles = static_cast<int>((in.count + Kernel::tile_elements - 1) / Kernel::tile_elements);
    kernel.states = tile_states<T>(queue, kernel.tiles);
    return launch_tiles(queue, way, kernel.tiles, kernel, waiting_items);
  }
  tell("scan", in.count, way, "chunks are summed, then scanned: three kernels");
  const Chunks chunks = chunks_of(queue, way, in.count, tile_items * Kernel::width, 16);
  kernel.chunk = chunks.size;
  kernel.carries = scratch<Slot<T>>(queue, chunks.count);
  if (chunks.count > 1) {
    kernel.step = ScanStep::totals;
    launch_tiles(queue, way, chunks.count, kernel);
    launch_tiles(queue, way, 1,
                 ScanCarries<T, Op>{kernel.carries, op, init, static_cast<int>(chunks.count), seeded});
  }
  kernel.step = ScanStep::chunks;
  return launch_tiles(queue, way, chunks.count, kernel);
}

}  // namespace algorithms
}  // namespace hcrt
#endif
