// A radix sort for tiles that know nothing of one another, and for lone work-items: each pass counts the
// digits of chunks, scans the counts, and moves each chunk's keys.
#ifndef HCRT_ALGORITHMS_RADIX_TILES_HPP
#define HCRT_ALGORITHMS_RADIX_TILES_HPP

#include "radix_keys.hpp"
#include "reduce.hpp"

namespace hcrt {
namespace algorithms {

/// Bits of a digit: a lone work-item counts in its own memory, the work-items of a tile in their registers.
constexpr int lone_digit_bits = 8, tile_digit_bits = 4;
#ifdef HCPY_TARGET_HOST
constexpr int digit_bits = lone_digit_bits;
#else
constexpr int digit_bits = tile_digit_bits;
#endif
constexpr int digits = 1 << digit_bits;

/// How many keys of each digit a work-item has: numbers of 12 bits, five to a word.
struct DigitCounts {
  static constexpr int bits = 12, in_word = 5, words = 4;
  std::uint64_t packed[words];

  HCRT_AMP void clear() {
    for (int w = 0; w < words; ++w) packed[w] = 0;
  }
  HCRT_AMP void add_one(int digit) {
    for (int w = 0; w < words; ++w)
      packed[w] += std::uint64_t(digit / in_word == w) << (digit % in_word * bits);
  }
  HCRT_AMP unsigned of(int digit) const {
    std::uint64_t word = 0;
    for (int w = 0; w < words; ++w)
      if (digit / in_word == w) word = packed[w];
    return static_cast<unsigned>(word >> (digit % in_word * bits)) & ((1u << bits) - 1);
  }
};
struct AddDigits {
  HCRT_AMP DigitCounts operator()(const DigitCounts& a, const DigitCounts& b) const {
    DigitCounts sum;
    for (int w = 0; w < DigitCounts::words; ++w) sum.packed[w] = a.packed[w] + b.packed[w];
    return sum;
  }
};

/// One pass' two kernels: without `moves` they count, with it they move keys, and values, to their places.
template <class K, class V, bool descending, bool moves>
struct ChunkPass {
  View<K> keys, sorted_keys;
  View<Slot<V>> values, sorted_values;
  View<unsigned> counts;  // of all chunks' first digit, then of their second one; then where they go
  Place count, chunk;
  int chunks, shift;

  static constexpr bool with_values = !std::is_same<V, NoValue>::value;
  static constexpr int each = 4;

  HCRT_AMP __attribute__((always_inline)) void operator()(const hc::tiled_index<1>& t) const {
#ifndef HCPY_TARGET_PTX
    const Place begin = t.tile[0] * chunk, left = count - begin, size = chunk < left ? chunk : left;
    const K* const from = keys.accelerator_pointer() + begin;
    if constexpr (lone_items)
      alone(t.tile[0], from, begin, size);
    else if constexpr (moves)
      move_rounds(t, from, begin, size);
    else
      count_rounds(t, from, size);
#else
    static_cast<void>(t);
#endif
  }

 private:
#ifndef HCPY_TARGET_PTX
  HCRT_AMP int digit(const K& key) const { return digit_of<digit_bits>(ordered<descending>(key), shift); }
  HCRT_AMP unsigned& count_of(int digit, int number) const {
    return counts.accelerator_pointer()[digit * chunks + number];
  }

  HCRT_AMP void alone(int number, const K* from, Place begin, Place size) const {
    unsigned own[digits];
    for (int d = 0; d < digits; ++d) own[d] = moves ? count_of(d, number) : 0;
    if constexpr (moves)
      for (Place i = 0; i < size; ++i) move(begin + i, own[digit(from[i])]++);
    else
      for (Place i = 0; i < size; ++i) ++own[digit(from[i])];
    if (!moves)
      for (int d = 0; d < digits; ++d) count_of(d, number) = own[d];
  }

  HCRT_AMP void move(Place from, unsigned to) const {
    sorted_keys.accelerator_pointer()[to] = keys.accelerator_pointer()[from];
    if constexpr (with_values) sorted_values.accelerator_pointer()[to] = values.accelerator_pointer()[from];
  }

  HCRT_AMP void count_rounds(const hc::tiled_index<1>& t, const K* from, Place size) const {
    tile_static unsigned own[digits];
    const int local = t.local[0];
    if (local < digits) own[local] = 0;
    t.barrier.wait();
    for (Place i = local; i < size; i += tile_items) hc::atomic_fetch_add(&own[digit(from[i])], 1u);
    t.barrier.wait();
    if (local < digits) count_of(local, t.tile[0]) = own[local];
  }

  HCRT_AMP void move_rounds(const hc::tiled_index<1>& t, const K* from, Place begin, Place size) const {
    tile_static Slot<DigitCounts> sums[tile_items];
    tile_static unsigned goals[digits];
    const int local = t.local[0];
    if (local < digits) goals[local] = count_of(local, t.tile[0]);
    AddDigits add;
    for (Place round = 0; round < size; round += tile_items * each) {
      const Place first = round + local * each;
      DigitCounts own;
      own.clear();
      for (int k = 0; k < each && first + k < size; ++k) own.add_one(digit(from[first + k]));
      Slot<DigitCounts> sum, total;
      sum.put(own);
      scan_tile(t, sums, sum, tile_items, total, add);
      DigitCounts before;
      for (int w = 0; w < DigitCounts::words; ++w) before.packed[w] = sum.get().packed[w] - own.packed[w];
      for (int k = 0; k < each && first + k < size; ++k) {
        const int d = digit(from[first + k]);
        move(begin + first + k, goals[d] + before.of(d));
        before.add_one(d);
      }
      t.barrier.wait();
      if (local < digits) goals[local] += total.get().of(local);
      t.barrier.wait();
    }
  }
#endif
};

}  // namespace algorithms
}  // namespace hcrt
#endif
