// rows: hc.language.private_arrays
// What memmove moves may overlap what it moves from, forwards and backwards, by any number of bytes.
#include <cstring>
#include <hc.hpp>

#include "check.hpp"

template <class T>
inline unsigned long moved(int i) [[cpu, hc]] {
  T a[40], b[40];
  for (int k = 0; k < 40; ++k) a[k] = static_cast<T>(k * i + 1), b[k] = static_cast<T>(k ^ i);
  std::memmove(a + 3, a + i % 6, 20);                       // a few bytes
  std::memmove(a + i % 5, a + 2, 35 * sizeof(T));           // more
  std::memmove(b + i % 4, b + i % 7, i % 33 * sizeof(T));   // as many as a value says
  T* chosen = i % 3 ? a : b;
  std::memmove(chosen + i % 3, a + 1, 36 * sizeof(T));      // memory that is chosen when the kernel runs
  std::memmove(b + 2, chosen, (20 + i % 17) * sizeof(T));
  unsigned long h = 0;
  for (int k = 0; k < 40; ++k) h = h * 31 + static_cast<unsigned long>(a[k]) * 7 + static_cast<unsigned long>(b[k]);
  return h;
}

inline unsigned long all(int i) [[cpu, hc]] {
  return moved<unsigned char>(i) + 3 * moved<short>(i) + 5 * moved<int>(i) + 7 * moved<long>(i);
}

int main() {
  const int n = 260;
  hc::array_view<unsigned long> v(n);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = all(i[0]); });
  // The group's memory, by one work-item for all.
  hc::array_view<unsigned char> w(64);
  hc::parallel_for_each(hc::extent<1>(64).tile(64), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static unsigned char s[64];
    const int l = t.local[0];
    s[l] = static_cast<unsigned char>(l);
    t.barrier.wait();
    if (l == 0) std::memmove(s + 1, s, 60), std::memmove(s + 40, s + 42, 20);
    t.barrier.wait();
    w[l] = s[l];
  });
  unsigned char s[64];
  for (int l = 0; l < 64; ++l) s[l] = static_cast<unsigned char>(l);
  std::memmove(s + 1, s, 60), std::memmove(s + 40, s + 42, 20);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += v[i] != all(i);
  for (int l = 0; l < 64; ++l) wrong += w[l] != s[l];
  CHECK(wrong == 0);
  return failures();
}
