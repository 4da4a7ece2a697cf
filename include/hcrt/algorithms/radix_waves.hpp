// A radix sort of 8 bits a pass, for waves: all passes' histograms first, then one kernel a pass, whose tiles
// learn by look-back, digit by digit, where their keys go.
#ifndef HCRT_ALGORITHMS_RADIX_WAVES_HPP
#define HCRT_ALGORITHMS_RADIX_WAVES_HPP

#include "look_back.hpp"
#include "radix_keys.hpp"
#include "reduce.hpp"

namespace hcrt {
namespace algorithms {

constexpr int radix_digits = 256;
/// Work-items of a tile, and of all tiles that a multiprocessor is to hold at once (64 registers for each).
constexpr int radix_items = 512, radix_resident = 1024;
template <class K, class V>
constexpr int larger_bytes = sizeof(K) > sizeof(V) ? sizeof(K) : sizeof(V);
/// Keys, or keys and values, of a work-item.
template <class K, class V>
constexpr int radix_keys = larger_bytes<K, V> > 4 ? 64 / larger_bytes<K, V> : 20;
/// Keys that one launch of a pass can count: a state shares its 32 bits with two.
constexpr Place radix_portion = Place(1) << 29;

/// Where the keys of a pass's digits go: of one portion, and of the next one.
HCRT_BOTH constexpr int first_bin(int pass, int portion) { return (pass * 2 + (portion & 1)) * radix_digits; }

/// Counts the digits of all passes.
template <class K, bool descending>
struct RadixHistograms {
  View<K> keys;
  View<unsigned> bins;
  Place count, chunk;

  static constexpr int passes = sizeof(K);

  HCRT_AMP __attribute__((always_inline)) void operator()(const hc::tiled_index<1>& t) const {
#ifdef HCPY_TARGET_PTX
    tile_static unsigned counts[passes * radix_digits];
    const int local = t.local[0];
    for (int i = local; i < passes * radix_digits; i += tile_items) counts[i] = 0;
    t.barrier.wait();
    const Place begin = t.tile[0] * chunk, left = count - begin, size = chunk < left ? chunk : left;
    const K* const from = keys.accelerator_pointer() + begin;
    constexpr int width = piece_of(sizeof(K));
    const bool aligned = is_aligned<width * sizeof(K)>(from);
    Place i = local * width;
    for (; i + width <= size; i += tile_items * width) {
      Slot<K> read[1][width];
      read_pieces<1, width>(from + i, 0, aligned, read);
#pragma unroll
      for (int k = 0; k < width; ++k) add(read[0][k].get(), counts);
    }
    for (; i < size; ++i) add(from[i], counts);
    t.barrier.wait();
    for (int i = local; i < passes * radix_digits; i += tile_items)
      if (counts[i])
        hc::atomic_fetch_add(bins.accelerator_pointer() + first_bin(i / radix_digits, 0) + i % radix_digits,
                             counts[i]);
#else
    static_cast<void>(t);
#endif
  }

 private:
  HCRT_AMP static void add(const K& key, unsigned* counts) {
    const auto bits = ordered<descending>(key);
#pragma unroll
    for (int pass = 0; pass < passes; ++pass)
      hc::atomic_fetch_add(&counts[pass * radix_digits + digit_of<8>(bits, pass * 8)], 1u);
  }
};

/// A tile for each pass: where the keys of each digit begin.
struct RadixStarts {
  View<unsigned> bins;

  HCRT_AMP __attribute__((always_inline)) void operator()(const hc::tiled_index<1>& t) const {
#ifdef HCPY_TARGET_PTX
    tile_static Slot<unsigned> sums[tile_items];
    unsigned* const mine = bins.accelerator_pointer() + first_bin(t.tile[0], 0) + t.local[0];
    const unsigned own = *mine;
    Slot<unsigned> sum, total;
    sum.put(own);
    Plus plus;
    scan_tile(t, sums, sum, tile_items, total, plus);
    *mine = sum.get() - own;
#else
    static_cast<void>(t);
#endif
  }
};

/// Moves the keys, and values, of a portion to their places by one digit.
template <class K, class V, bool descending>
struct RadixPass {
  View<K> keys, sorted_keys;
  View<Slot<V>> values, sorted_values;
  View<unsigned> bins;
  View<std::uint64_t> states;  // a counter, then 32 bits for each tile and digit
  Place begin, count;          // of the portion
  int tiles, pass, portion;

  static constexpr bool with_values = !std::is_same<V, NoValue>::value;
  static constexpr int items = radix_items;
  static constexpr int each = radix_keys<K, V>;
  static constexpr int tile_keys = items * each;
  typedef typename UnsignedOf<sizeof(K)>::type U;

  HCRT_AMP __attribute__((always_inline)) void operator()(const hc::tiled_index<1>& t) const {
#ifdef HCPY_TARGET_PTX
    __hcrt_bound_tiles(items, radix_resident / items);
    tile_static int number;
    if (t.local[0] == 0) memory().shift = pass * 8;
    if (t.local[0] == 0) number = static_cast<int>(hc::atomic_fetch_add(words(), 1u));
    t.barrier.wait();
    const Place left = count - static_cast<Place>(number) * tile_keys;
    if (left < tile_keys)
      sort<false>(t, number, static_cast<int>(left));
    else
      sort<true>(t, number, tile_keys);
#else
    static_cast<void>(t);
#endif
  }

 private:
#ifdef HCPY_TARGET_PTX
  static constexpr int waves = items / wave_lanes;
  static constexpr int wave_keys = wave_lanes * each;
  static constexpr int staged_bytes = tile_keys * larger_bytes<K, V>;
  static constexpr int count_bytes = waves * radix_digits * 4;

  struct Memory {
    // The waves' counts, then keys, then values.
    alignas(16) unsigned char bytes[staged_bytes > count_bytes ? staged_bytes : count_bytes];
    unsigned goals[radix_digits];  // of each digit: what to add to a place in the tile
    unsigned sums[radix_digits / wave_lanes];
    int shift;  // the compiler doesn't know that it is the same, and forgets the digits: registers are scarce
  };
  HCRT_AMP static Memory& memory() {
    tile_static Memory shared;
    return shared;
  }

  HCRT_AMP unsigned* words() const { return reinterpret_cast<unsigned*>(states.accelerator_pointer()); }

  template <bool full>
  HCRT_AMP __attribute__((always_inline)) void sort(const hc::tiled_index<1>& t, int tile, int size) const {
    Memory& shared = memory();
    unsigned* const counts = reinterpret_cast<unsigned*>(shared.bytes);
    const int local = t.local[0], lane = lane_of(local), wave = local / wave_lanes;
    unsigned* const own_counts = counts + wave * radix_digits;
    for (int i = local; i < waves * radix_digits; i += items) counts[i] = 0;
    const Place first = begin + static_cast<Place>(tile) * tile_keys;
    const int own = wave * wave_keys + lane;  // and every 32nd from there
    K mine[each];
    U bits[each];
    const K* const from = keys.accelerator_pointer() + first;
#pragma unroll
    for (int i = 0; i < each; ++i) {
      const bool there = full || own + i * wave_lanes < size;
      if (there) mine[i] = from[own + i * wave_lanes];
      bits[i] = there ? ordered<descending>(mine[i]) : static_cast<U>(~U(0));
    }
    t.barrier.wait();
    unsigned ranks[each];
#pragma unroll
    for (int i = 0; i < each; ++i) ranks[i] = rank(digit_of<8>(bits[i], pass * 8), lane, own_counts);
    t.barrier.wait();
    find_goals(t, tile, counts, shared);
    const int shift = shared.shift;
#pragma unroll
    for (int i = 0; i < each; ++i) ranks[i] += own_counts[digit_of<8>(bits[i], shift)];
    t.barrier.wait();
    unsigned places[each];
    move_keys<full>(t, size, own, shift, mine, ranks, places, shared);
    if constexpr (with_values) move_values<full>(t, first, size, own, ranks, places, shared);
  }

  /// How many keys of the wave have the digit and come before the lane's. Counts them all.
  HCRT_AMP static unsigned rank(int digit, int lane, unsigned* counts) {
    unsigned same = all_lanes;
#pragma unroll
    for (int bit = 0; bit < 8; ++bit) {
      const bool set = (digit >> bit & 1) != 0;
      const unsigned with = ballot(set);
      same &= set ? with : ~with;
    }
    const int leader = __builtin_ctz(same);
    Slot<unsigned> earlier;
    earlier.put(0);
    if (lane == leader)
      earlier.put(hc::atomic_fetch_add(&counts[digit], static_cast<unsigned>(__builtin_popcount(same))));
    return shuffle(earlier, leader).get() +
           static_cast<unsigned>(__builtin_popcount(same & ((1u << lane) - 1)));
  }

  // A work-item for each digit: sums the waves' counts, and finds where the tile's keys of the digit go.
  HCRT_AMP void find_goals(const hc::tiled_index<1>& t, int tile, unsigned* counts, Memory& shared) const {
    const int digit = t.local[0], lane = lane_of(digit);
    unsigned total = 0, start = 0;
    if (digit < radix_digits) {
#pragma unroll
      for (int w = 0; w < waves; ++w) {
        const unsigned of_wave = counts[w * radix_digits + digit];
        counts[w * radix_digits + digit] = total;
        total += of_wave;
      }
      publish(tile, digit, tile == 0 ? tile_has_prefix : tile_has_total, total);
      Slot<unsigned> sum;
      sum.put(total);
      Plus plus;
      scan_wave(sum, lane, wave_lanes, plus);
      if (lane == wave_lanes - 1) shared.sums[digit / wave_lanes] = sum.get();
      start = sum.get() - total;
    }
    t.barrier.wait();
    if (digit < radix_digits) {
      for (int w = 0; w < digit / wave_lanes; ++w) start += shared.sums[w];
#pragma unroll
      for (int w = 0; w < waves; ++w) counts[w * radix_digits + digit] += start;
      const unsigned before = tile == 0 ? 0 : look_back(tile, digit);
      if (tile > 0) publish(tile, digit, tile_has_prefix, before + total);
      const unsigned goal = bins.accelerator_pointer()[first_bin(pass, portion) + digit] + before;
      shared.goals[digit] = goal - start;
      if (tile == tiles - 1) bins.accelerator_pointer()[first_bin(pass, portion + 1) + digit] = goal + total;
    }
    t.barrier.wait();
  }

  HCRT_AMP void publish(int tile, int digit, unsigned state, unsigned value) const {
    __scoped_atomic_store_n(words() + 4 + static_cast<Place>(tile) * radix_digits + digit,
                            state << 30 | value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  }

  // How many keys of the digit the tiles before have.
  HCRT_AMP unsigned look_back(int tile, int digit) const {
    const unsigned* from = words() + 4 + static_cast<Place>(tile) * radix_digits + digit;
    unsigned sum = 0, word = 0;
    do {
      from -= radix_digits;
      do {
        word = __scoped_atomic_load_n(from, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
      } while (word >> 30 == tile_is_unknown);
      sum += word & ((1u << 30) - 1);
    } while (word >> 30 != tile_has_prefix);
    return sum;
  }

  template <bool full>
  HCRT_AMP void move_keys(const hc::tiled_index<1>& t, int size, int own, int shift, const K* mine,
                          const unsigned* ranks, unsigned* places, Memory& shared) const {
    K* const staged = reinterpret_cast<K*>(shared.bytes);
#pragma unroll
    for (int i = 0; i < each; ++i)
      if (full || own + i * wave_lanes < size) staged[ranks[i]] = mine[i];
    t.barrier.wait();
    K* const to = sorted_keys.accelerator_pointer();
#pragma unroll
    for (int i = 0; i < each; ++i) {
      const int at = t.local[0] + i * items;
      if (!full && at >= size) continue;
      const K key = staged[at];
      places[i] = shared.goals[digit_of<8>(ordered<descending>(key), shift)] + static_cast<unsigned>(at);
      to[places[i]] = key;
    }
  }

  template <bool full>
  HCRT_AMP void move_values(const hc::tiled_index<1>& t, Place first, int size, int own,
                            const unsigned* ranks, const unsigned* places, Memory& shared) const {
    Slot<V>* const staged = reinterpret_cast<Slot<V>*>(shared.bytes);
    const Slot<V>* const from = values.accelerator_pointer() + first;
    Slot<V> mine[each];
#pragma unroll
    for (int i = 0; i < each; ++i)
      if (full || own + i * wave_lanes < size) mine[i] = from[own + i * wave_lanes];
    t.barrier.wait();
#pragma unroll
    for (int i = 0; i < each; ++i)
      if (full || own + i * wave_lanes < size) staged[ranks[i]] = mine[i];
    t.barrier.wait();
    Slot<V>* const to = sorted_values.accelerator_pointer();
#pragma unroll
    for (int i = 0; i < each; ++i) {
      const int at = t.local[0] + i * items;
      if (full || at < size) to[places[i]] = staged[at];
    }
  }
#endif
};

}  // namespace algorithms
}  // namespace hcrt
#endif
