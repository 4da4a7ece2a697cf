// Least significant digit first, four bits a pass: counts for each tile, a scan, and a stable scatter.
#include "sortscan.hpp"
#include "sortscan/tile.hpp"

namespace sortscan {
namespace {

const int BITS = 4;
const int DIGITS = 1 << BITS;

inline unsigned int digit_of(unsigned int key, int shift) [[hc]] { return (key >> shift) & (DIGITS - 1); }

hc::completion_future count_digits(hc::accelerator_view& av, const hc::array<unsigned int, 1>& keys,
                                   const hc::array_view<int, 1>& counts, int shift, int tiles) {
  const int n = keys.get_extent()[0];
  hc::extent<1> ext(tiles * tile::SIZE);
  return hc::parallel_for_each(av, ext.tile(tile::SIZE), [=, &keys](hc::tiled_index<1> t) [[hc]] {
    tile_static int local[DIGITS];
    if (t.local[0] < DIGITS) local[t.local[0]] = 0;
    t.barrier.wait();
    if (t.global[0] < n) hc::atomic_fetch_add(&local[digit_of(keys[t.global], shift)], 1);
    t.barrier.wait();
    // digit-major: one scan gives each tile its place for each digit
    if (t.local[0] < DIGITS) counts[t.local[0] * tiles + t.tile[0]] = local[t.local[0]];
  });
}

hc::completion_future scatter(hc::accelerator_view& av, const hc::array<unsigned int, 1>& keys,
                              const hc::array<int, 1>& values, hc::array<unsigned int, 1>& sorted_keys,
                              hc::array<int, 1>& sorted_values, const hc::array_view<int, 1>& places, int shift,
                              int tiles) {
  const int n = keys.get_extent()[0];
  hc::extent<1> ext(tiles * tile::SIZE);
  return hc::parallel_for_each(
      av, ext.tile(tile::SIZE), [=, &keys, &values, &sorted_keys, &sorted_values](hc::tiled_index<1> t) [[hc]] {
        const int i = t.global[0];
        const unsigned int key = i < n ? keys[i] : 0xFFFFFFFFu;
        const unsigned int digit = digit_of(key, shift);
        int rank = 0;
        for (unsigned int d = 0; d < DIGITS; ++d) {
          int total;
          const int before = tile::exclusive_scan<int>(digit == d && i < n, total, t);
          if (digit == d) rank = before;
        }
        if (i < n) {
          const int place = places[digit * tiles + t.tile[0]] + rank;
          sorted_keys[place] = key;
          sorted_values[place] = values[i];
        }
      });
}

}  // namespace

void radix_sort(hc::accelerator_view av, hc::array<unsigned int, 1>& keys, hc::array<int, 1>& values) {
  const int n = keys.get_extent()[0];
  if (n < 2) return;
  const int tiles = tile::round_up(n, tile::SIZE) / tile::SIZE;
  hc::array<unsigned int, 1> other_keys(keys.get_extent(), av);
  hc::array<int, 1> other_values(values.get_extent(), av);
  hc::array_view<int, 1> counts(DIGITS * tiles), places(DIGITS * tiles);

  hc::array<unsigned int, 1>*from = &keys, *to = &other_keys;
  hc::array<int, 1>*from_values = &values, *to_values = &other_values;
  for (int shift = 0; shift < 32; shift += BITS) {
    count_digits(av, *from, counts, shift, tiles);
    exclusive_scan(av, counts, places);
    scatter(av, *from, *from_values, *to, *to_values, places, shift, tiles).wait();
    std::swap(from, to);
    std::swap(from_values, to_values);
  }
}

void radix_sort(hc::accelerator_view av, hc::array<unsigned int, 1>& keys) {
  hc::array<int, 1> unused(keys.get_extent(), av);
  radix_sort(av, keys, unused);
}

}  // namespace sortscan
