// rows: hc.parallel_for_each.extent
// Several narrow values, each a product and another sum, go into one checksum: all stay apart.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

using u64 = unsigned long;

inline u64 mix(u64 h, u64 word) [[cpu, hc]] {
  h = (h ^ word) * 0x9e3779b97f4a7c15ul;
  return h ^ h >> 29;
}

template <class T, class Wide, int factor, int count>
inline u64 checksum(Wide x) [[cpu, hc]] {
  T values[count];
  for (int i = 0; i < count; ++i) values[i] = static_cast<T>(x * factor - 9 + i);
  u64 h = static_cast<u64>(x);
  for (int i = 0; i < count; ++i) h = mix(h, static_cast<u64>(values[i]));
  return h;
}

template <class T, class Wide, int factor, int count>
void try_sums() {
  constexpr int items = 70;
  std::vector<u64> sums(items);
  {
    hc::array_view<u64, 1> view(items, sums);
    view.discard_data();
    hc::parallel_for_each(hc::extent<2>(items / 10, 10), [=](hc::index<2> i) [[hc]] {
      const int id = i[0] * 10 + i[1];
      view[id] = checksum<T, Wide, factor, count>(static_cast<Wide>(i[0] * 10 + i[1]));
    });
  }
  for (int i = 0; i < items; ++i) CHECK(sums[i] == (checksum<T, Wide, factor, count>(i)));
}

template <class T, class Wide>
void try_factors() {
  try_sums<T, Wide, 53, 4>();
  try_sums<T, Wide, -7, 6>();
  try_sums<T, Wide, 16, 5>();
}

int main() {
  try_factors<signed char, int>();
  try_factors<unsigned char, long>();
  try_factors<short, int>();
  try_factors<short, long>();
  try_factors<int, long>();
  try_factors<signed char, long>();
  return failures();
}
