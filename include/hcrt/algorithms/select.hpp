// Elements that are chosen, in order: copy_if, partition, unique.
#ifndef HCRT_ALGORITHMS_SELECT_HPP
#define HCRT_ALGORITHMS_SELECT_HPP

#include "each.hpp"
#include "scan.hpp"

namespace hcrt {
namespace algorithms {

// Which elements are kept: called with the range's first element and a place in it.
template <class Predicate>
struct KeepIf {
  Predicate predicate;
  template <class E>
  HCRT_AMP bool operator()(const E* first, Place i) {
    return static_cast<bool>(predicate(first[i]));
  }
};
struct Equals {
  template <class T>
  HCRT_BOTH bool operator()(const T& a, const T& b) const {
    return a == b;
  }
};
template <class Equal>
struct KeepFirstOfEqual {
  Equal equal;
  template <class E>
  HCRT_AMP bool operator()(const E* first, Place i) {
    return i == 0 || !equal(first[i - 1], first[i]);
  }
};

/// Where the elements that are not kept go: nowhere.
struct Nowhere {
  typedef void type;
};

/// Writes the kept elements to `out`, the others to `rest`, both in order, and how many are kept. As Scan, in
/// one pass, or in the steps totals and chunks.
template <class In, class Out, class Rest, class Total, class Keep>
struct Select {
  In in;
  Out out;
  Rest rest;
  Total total;
  Keep keep;
  View<std::uint64_t> states;
  View<Slot<Count>> carries;
  Place chunk;
  int tiles;
  ScanStep step;

  typedef hcrt::remove_const_t<typename In::type> E;
  static constexpr bool with_rest = !std::is_same<Rest, Nowhere>::value;
  static constexpr int each = sizeof(E) <= 4 ? 24 : sizeof(E) < 96 ? 96 / sizeof(E) : 1;
  static constexpr int tile_elements = waiting_items * each;

  HCRT_AMP __attribute__((always_inline)) void operator()(const hc::tiled_index<1>& t) const {
#ifdef HCPY_TARGET_PTX
    __hcrt_bound_tiles(waiting_items, waiting_tiles);
    one_pass(t);
#else
    const Place begin = t.tile[0] * chunk, left = in.count - begin, size = chunk < left ? chunk : left;
    Place kept = 0;
    if (step == ScanStep::chunks && t.tile[0] > 0) kept = static_cast<Place>(carries[t.tile[0]].get().value);
    if constexpr (lone_items)
      alone(begin, size, kept);
    else
      rounds(t, begin, size, kept);
    if (t.local[0] != 0) return;
    if (step == ScanStep::totals)
      carries[t.tile[0]].put(Count{static_cast<std::uint64_t>(kept)});
    else if (t.tile[0] == tiles - 1)
      write_total(kept);
#endif
  }

 private:
  typedef hcrt::remove_const_t<typename Total::type> Number;
  HCRT_AMP void write_total(Place kept) const { *total.data() = static_cast<Number>(kept); }

#ifdef HCPY_TARGET_PTX
  static constexpr int waves = waiting_items / wave_lanes;
  static constexpr int wave_elements = wave_lanes * each;

  struct Memory {
    Slot<E> elements[tile_elements];
    std::uint64_t before;  // kept elements of the tiles before
    int counts[waves];
  };

  HCRT_AMP __attribute__((always_inline)) void one_pass(const hc::tiled_index<1>& t) const {
    tile_static Memory shared;
    const TileStates<Count> known(states.accelerator_pointer(), tiles);
    const int tile = t.tile[0];
    const Place begin = static_cast<Place>(tile) * tile_elements, left = in.count - begin;
    if (left < tile_elements)
      select<false>(t, known, tile, begin, static_cast<int>(left), shared);
    else
      select<true>(t, known, tile, begin, tile_elements, shared);
  }

  template <bool full>
  HCRT_AMP __attribute__((always_inline)) void select(const hc::tiled_index<1>& t,
                                                      const TileStates<Count>& known, int tile, Place begin,
                                                      int size, Memory& shared) const {
    const int local = t.local[0], lane = lane_of(local), wave = local / wave_lanes;
    const int own = wave * wave_elements + lane;  // and every 32nd from there
    const E* const first = in.data();
    Keep chosen = keep;
    Slot<E> mine[each];
    unsigned kept[each];  // by lanes
#pragma unroll
    for (int i = 0; i < each; ++i)
      if (full || own + i * wave_lanes < size) mine[i].put(first[begin + own + i * wave_lanes]);
    int count = 0;
#pragma unroll
    for (int i = 0; i < each; ++i) {
      const int at = own + i * wave_lanes;
      kept[i] = ballot((full || at < size) && chosen(first, begin + at));
      count += __builtin_popcount(kept[i]);
    }
    if (lane == 0) shared.counts[wave] = count;
    t.barrier.wait();
    if (wave == 0) look_back(known, tile, lane, shared);
    int before = 0, all = 0;  // in the tile
    for (int w = 0; w < waves; ++w) {
      if (w == wave) before = all;
      all += shared.counts[w];
    }
#pragma unroll
    for (int i = 0; i < each; ++i) {
      const int at = own + i * wave_lanes;
      const int place = before + __builtin_popcount(kept[i] & ((1u << lane) - 1));
      const bool is_kept = (kept[i] >> lane & 1) != 0;
      if (is_kept) shared.elements[place] = mine[i];
      if (with_rest && !is_kept && (full || at < size)) shared.elements[all + at - place] = mine[i];
      before += __builtin_popcount(kept[i]);
    }
    t.barrier.wait();
    write(local, begin, size, all, shared);
    if (tile == tiles - 1 && local == 0) write_total(static_cast<Place>(shared.before) + all);
  }

  HCRT_AMP static void look_back(const TileStates<Count>& known, int tile, int lane, Memory& shared) {
    std::uint64_t all = 0;
    for (int w = 0; w < waves; ++w) all += static_cast<std::uint64_t>(shared.counts[w]);
    Slot<Count> value;
    value.put(Count{all});
    if (lane == 0) known.publish(tile, tile == 0 ? tile_has_prefix : tile_has_total, value);
    AddCounts add;
    std::uint64_t before = 0;
    if (tile > 0) before = known.before(tile, lane, add).get().value;
    value.put(Count{before + all});
    if (lane != 0) return;
    if (tile > 0) known.publish(tile, tile_has_prefix, value);
    shared.before = before;
  }

  HCRT_AMP void write(int local, Place begin, int size, int all, const Memory& shared) const {
    const Place before = static_cast<Place>(shared.before);
    auto* const to = out.data() + before;
    for (int i = local; i < all; i += waiting_items) to[i] = shared.elements[i].get();
    if constexpr (with_rest) {
      auto* const others = rest.data() + (begin - before);
      for (int i = all + local; i < size; i += waiting_items) others[i - all] = shared.elements[i].get();
    }
  }
#else
  HCRT_AMP void alone(Place begin, Place size, Place& kept) const {
    Keep chosen = keep;
    const E* const first = in.data();
    const bool writes = step != ScanStep::totals;
    for (Place i = begin; i < begin + size; ++i) {
      const bool is_kept = chosen(first, i);
      if (writes) move(first, i, kept, is_kept);
      kept += is_kept;
    }
  }

  HCRT_AMP void move(const E* first, Place i, Place before, bool is_kept) const {
    if (is_kept) {
      out.data()[before] = first[i];
    } else {
      if constexpr (with_rest) rest.data()[i - before] = first[i];
    }
  }

  HCRT_AMP void rounds(const hc::tiled_index<1>& t, Place begin, Place size, Place& kept) const {
    tile_static Slot<int> sums[tile_items];
    Keep chosen = keep;
    Plus plus;
    const E* const first = in.data();
    for (Place round = 0; round < size; round += tile_items) {
      const Place at = round + t.local[0], left = size - round;
      const bool is_kept = at < size && chosen(first, begin + at);
      Slot<int> sum, total;
      sum.put(is_kept);
      scan_tile(t, sums, sum, left < tile_items ? static_cast<int>(left) : tile_items, total, plus);
      if (at < size && step != ScanStep::totals) move(first, begin + at, kept + sum.get() - is_kept, is_kept);
      kept += total.get();
    }
  }
#endif
};

/// Starts a Select over all of `in`. What it writes is none of what it reads.
template <class In, class Out, class Rest, class Total, class Keep>
HCRT_CPU Kalmar::completion_future select_to(const Kalmar::accelerator_view& queue, const In& in,
                                             const Out& out, const Rest& rest, const Total& total,
                                             const Keep& keep) {
  typedef Select<In, Out, Rest, Total, Keep> Kernel;
  const Way way = way_of(queue);
  Kernel kernel{
      in, out, rest, total, keep, View<std::uint64_t>(), View<Slot<Count>>(), 0, 1, ScanStep::one_pass};
  if (way == Way::waves) {
    tell("selection", in.count, way, "one pass with look-back");
    if (in.count > 0)
      kernel.tiles = static_cast<int>((in.count + Kernel::tile_elements - 1) / Kernel::tile_elements);
    kernel.states = tile_states<Count>(queue, kernel.tiles);
    return launch_tiles(queue, way, kernel.tiles, kernel, waiting_items);
  }
  tell("selection", in.count, way, "chunks are counted, then moved");
  const Chunks chunks = chunks_of(queue, way, in.count, tile_items * 4, 16);
  kernel.chunk = chunks.size;
  kernel.tiles = chunks.count > 0 ? static_cast<int>(chunks.count) : 1;
  kernel.carries = scratch<Slot<Count>>(queue, kernel.tiles);
  if (kernel.tiles > 1) {
    kernel.step = ScanStep::totals;
    launch_tiles(queue, way, kernel.tiles, kernel);
    launch_tiles(
        queue, way, 1,
        ScanCarries<Count, AddCounts>{kernel.carries, AddCounts(), Slot<Count>(), kernel.tiles, false});
  }
  kernel.step = ScanStep::chunks;
  return launch_tiles(queue, way, kernel.tiles, kernel);
}

/// Keeps what is chosen of the range at its front, in order.
template <class Range, class Total, class Keep>
HCRT_CPU Kalmar::completion_future select_in_place(const Kalmar::accelerator_view& queue, const Range& range,
                                                   const Total& total, const Keep& keep) {
  return select_to(queue, copy_of(queue, range), range, Nowhere(), total, keep);
}

/// The same; the others come after them, in order.
template <class Range, class Total, class Keep>
HCRT_CPU Kalmar::completion_future partition_in_place(const Kalmar::accelerator_view& queue,
                                                      const Range& range, const Total& total,
                                                      const Keep& keep) {
  typedef ViewRange<typename Range::type> Rest;
  const Rest rest{scratch<typename Range::type>(queue, range.count), range.count};
  const Kalmar::completion_future done = select_to(queue, copy_of(queue, range), range, rest, total, keep);
  if (range.count == 0) return done;
  return launch_places(queue, range.count, AppendRest<Range, Rest, Total>{range, rest, total});
}

}  // namespace algorithms
}  // namespace hcrt
#endif
