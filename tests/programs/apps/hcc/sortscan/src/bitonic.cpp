#include <limits>

#include "sortscan.hpp"
#include "sortscan/tile.hpp"

namespace sortscan {
namespace {

template <typename T>
void exchange(T& a, T& b, bool up) [[hc]] {
  if ((b < a) == up) {
    T c = a;
    a = b;
    b = c;
  }
}

// Elements of the network that lie within a tile are exchanged in group memory.
template <typename T>
void steps_in_tile(T* values, int local, int global, unsigned int from, unsigned int size, bool descending,
                   const hc::tile_barrier& barrier) [[hc]] {
  for (unsigned int j = from; j > 0; j >>= 1) {
    const unsigned int partner = local ^ j;
    if (partner > (unsigned int)local) exchange(values[local], values[partner], ((global & size) == 0) != descending);
    barrier.wait();
  }
}

int next_power(int n) {
  int power = tile::SIZE;
  while (power < n) power <<= 1;
  return power;
}

}  // namespace

template <typename T>
void bitonic_sort(hc::accelerator_view av, const hc::array_view<T, 1>& data, bool descending) {
  const int n = data.get_extent()[0];
  const int padded = next_power(n);
  const T last = descending ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
  hc::array<T, 1> work(padded, av);
  hc::extent<1> ext(padded);

  hc::parallel_for_each(av, ext.tile(tile::SIZE), [=, &work](hc::tiled_index<1> t) [[hc]] {
    tile_static T values[tile::SIZE];
    values[t.local[0]] = t.global[0] < n ? data[t.global] : last;
    t.barrier.wait();
    for (unsigned int k = 2; k <= (unsigned int)tile::SIZE; k <<= 1)
      steps_in_tile(values, t.local[0], t.global[0], k >> 1, k, descending, t.barrier);
    work[t.global] = values[t.local[0]];
  });

  for (unsigned int k = 2 * tile::SIZE; k <= (unsigned int)padded; k <<= 1) {
    unsigned int j = k >> 1;
    for (; j >= (unsigned int)tile::SIZE; j >>= 1) {
      hc::parallel_for_each(av, ext, [=, &work](hc::index<1> i) [[hc]] {
        const unsigned int partner = i[0] ^ j;
        if (partner > (unsigned int)i[0]) exchange(work[i], work[partner], ((i[0] & k) == 0) != descending);
      });
    }
    hc::parallel_for_each(av, ext.tile(tile::SIZE), [=, &work](hc::tiled_index<1> t) [[hc]] {
      tile_static T values[tile::SIZE];
      values[t.local[0]] = work[t.global];
      t.barrier.wait();
      steps_in_tile(values, t.local[0], t.global[0], j, k, descending, t.barrier);
      work[t.global] = values[t.local[0]];
    });
  }

  hc::parallel_for_each(av, data.get_extent(), [=, &work](hc::index<1> i) [[hc]] { data[i] = work[i]; }).wait();
}

template void bitonic_sort<int>(hc::accelerator_view, const hc::array_view<int, 1>&, bool);
template void bitonic_sort<float>(hc::accelerator_view, const hc::array_view<float, 1>&, bool);

}  // namespace sortscan
