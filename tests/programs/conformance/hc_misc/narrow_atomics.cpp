// rows: hc.atomics.narrow
// Atomic operations on numbers of 8 and 16 bits, and on truth values, beside others in the same word.
#include <atomic>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

constexpr int items = 192, tile = 64;

template <class T>
void add_max(T* at, T value) [[hc]] {
  T seen = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (seen < value &&
         !__atomic_compare_exchange_n(at, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

template <class T>
void try_type() {
  std::vector<T> sums(5), bits(3), most(3), whole(7), want_sums(5), want_bits(3), want_most(3);
  std::vector<int> seen(items);
  {
    const hc::array_view<T> s(sums), b(bits), m(most), w(whole);
    const hc::array_view<int> out(seen);
    hc::parallel_for_each(hc::extent<1>(items).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
      const int g = t.global[0], l = t.local[0];
      tile_static T group[7];
      if (l < 7) group[l] = T(l);
      t.barrier.wait();
      __atomic_fetch_add(&group[l % 7], T(g), __ATOMIC_RELAXED);
      __atomic_fetch_add(&s[g % 5], T(g), __ATOMIC_RELAXED);
      __atomic_fetch_sub(&s[(g + 1) % 5], T(3), __ATOMIC_ACQ_REL);
      __atomic_fetch_xor(&b[0], T(g * 5), __ATOMIC_SEQ_CST);
      __atomic_fetch_or(&b[1], T(1 << (g & 3)), __ATOMIC_RELAXED);
      __atomic_fetch_and(&b[2], T(g), __ATOMIC_RELAXED);
      add_max(&m[g % 3], T(g % 100));
      T* const chosen = g & 1 ? &group[g % 7] : &s[4];
      __atomic_fetch_add(chosen, T(2), __ATOMIC_RELAXED);
      t.barrier.wait();
      if (l < 7) __atomic_fetch_add(&w[l], group[l], __ATOMIC_RELAXED);
      out[g] = static_cast<int>(__atomic_exchange_n(&group[l % 7], group[l % 7], __ATOMIC_RELAXED));
    });
  }
  std::vector<T> groups(3 * 7), want_whole(7);
  for (int i = 0; i < 3 * 7; ++i) groups[i] = T(i % 7);
  for (int g = 0; g < items; ++g) {
    T& group = groups[g / tile * 7 + g % tile % 7];
    group = T(group + g);
    want_sums[g % 5] = T(want_sums[g % 5] + g);
    want_sums[(g + 1) % 5] = T(want_sums[(g + 1) % 5] - 3);
    want_bits[0] = T(want_bits[0] ^ (g * 5));
    want_bits[1] = T(want_bits[1] | 1 << (g & 3));
    if (want_most[g % 3] < T(g % 100)) want_most[g % 3] = T(g % 100);
    T& chosen = g & 1 ? groups[g / tile * 7 + g % 7] : want_sums[4];
    chosen = T(chosen + 2);
  }
  for (int i = 0; i < 3 * 7; ++i) want_whole[i % 7] = T(want_whole[i % 7] + groups[i]);
  CHECK(sums == want_sums);
  CHECK(bits == want_bits);
  CHECK(most == want_most);
  CHECK(whole == want_whole);
  for (int g = 0; g < items; ++g) CHECK(seen[g] == static_cast<int>(groups[g / tile * 7 + g % tile % 7]));
}

void try_objects() {
  std::vector<int> out(items);
  const hc::array_view<int> to(out);
  hc::parallel_for_each(hc::extent<1>(items).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static std::atomic<bool> found;
    tile_static std::atomic<short> least;
    tile_static std::atomic<unsigned char> count;
    if (t.local[0] == 0) found.store(false), least.store(999), count.store(250);
    t.barrier.wait();
    const int g = t.global[0];
    if (g == 70) found = true;
    ++count;
    short seen = least.load();
    while (-g < seen && !least.compare_exchange_weak(seen, static_cast<short>(-g))) {
    }
    t.barrier.wait();
    to[g] = found.load() + least.load() * 2 + count.load() * 1000;
  });
  to.synchronize();
  for (int g = 0; g < items; ++g) {
    const int group = g / tile, last = -(group * tile + tile - 1);
    CHECK(out[g] == (group == 1) + last * 2 + (250 + tile) % 256 * 1000);
  }
}

int main() {
  try_type<unsigned char>();
  try_type<signed char>();
  try_type<short>();
  try_type<unsigned short>();
  try_objects();
  return failures();
}
