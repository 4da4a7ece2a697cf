#include "sortscan.hpp"
#include "sortscan/tile.hpp"

namespace sortscan {
namespace {

// Three kernels: sums of tiles, their scan by recursion, and the result.
template <typename T>
void scan(hc::accelerator_view& av, const hc::array_view<T, 1>& input, const hc::array_view<T, 1>& output,
          bool inclusive) {
  const int n = input.get_extent()[0];
  if (n <= 0) return;
  const int padded = tile::round_up(n, tile::SIZE);
  const int tiles = padded / tile::SIZE;
  hc::array_view<T, 1> sums(tiles);
  sums.discard_data();

  hc::extent<1> ext(padded);
  hc::parallel_for_each(av, ext.tile(tile::SIZE), [=](hc::tiled_index<1> t) [[hc]] {
    const int i = t.global[0];
    const T value = i < n ? input[i] : T();
    T total;
    const T before = tile::exclusive_scan(value, total, t);
    if (i < n) output[i] = inclusive ? before + value : before;
    if (t.local[0] == 0) sums[t.tile[0]] = total;
  });

  if (tiles == 1) return;
  hc::array_view<T, 1> offsets(tiles);
  scan(av, sums, offsets, false);
  hc::parallel_for_each(av, ext.tile(tile::SIZE), [=](hc::tiled_index<1> t) [[hc]] {
    if (t.global[0] < n) output[t.global[0]] += offsets[t.tile[0]];
  });
}

}  // namespace

template <typename T>
void exclusive_scan(hc::accelerator_view av, const hc::array_view<T, 1>& input,
                    const hc::array_view<T, 1>& output) {
  scan(av, input, output, false);
}

template <typename T>
void inclusive_scan(hc::accelerator_view av, const hc::array_view<T, 1>& input,
                    const hc::array_view<T, 1>& output) {
  scan(av, input, output, true);
}

#define INSTANTIATE(T)                                                                                     \
  template void exclusive_scan<T>(hc::accelerator_view, const hc::array_view<T, 1>&,                      \
                                  const hc::array_view<T, 1>&);                                            \
  template void inclusive_scan<T>(hc::accelerator_view, const hc::array_view<T, 1>&,                      \
                                  const hc::array_view<T, 1>&);
INSTANTIATE(int)
INSTANTIATE(unsigned int)
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace sortscan
