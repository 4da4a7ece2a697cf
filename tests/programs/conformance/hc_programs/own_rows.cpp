// rows: hc.programs.whole
// Each work-item goes through a row of its own, of all lengths around eight: sums in their order, greatest
// numbers, places that start again at 0, under conditions, in tiles; rows that are as far from each other as the
// program says when it runs, in this order or another.
#include <hc.hpp>
#include <vector>

#include "check.hpp"

constexpr int items = 45, pitch = 64;

template <class T>
static T element(int n) {
  return static_cast<T>((n * 7919) % 1009) / 64 - 3;
}

template <class T, class Body>
static bool same(const std::vector<T>& in, Body body) {
  std::vector<T> out(items, T(-1));
  {
    hc::array_view<const T> from(static_cast<int>(in.size()), in);
    hc::array_view<T> to(items, out);
    hc::parallel_for_each(to.get_extent(), [=](hc::index<1> i) [[hc]] {
      to[i] = body(i[0], [=](int n) [[cpu, hc]] { return from[n]; });
    });
    to.synchronize();
  }
  for (int i = 0; i < items; ++i)
    if (out[i] != body(i, [&](int n) { return in[n]; })) return false;
  return true;
}

template <class T, class Read>
static T sum(int i, int length, Read read) [[cpu, hc]] {
  T s = 0;
  for (int k = 0; k < length; ++k) s += read(i * pitch + k);
  return s;
}

// Rounds 0xfffffffc to 3: numbers of 32 bits begin again.
template <class T, class Read>
static T around(int i, unsigned length, Read read) [[cpu, hc]] {
  T s = 0;
  unsigned at = 0xfffffffcu;
  for (unsigned k = 0; k < length; ++k) {
    s = s / 2 + read(static_cast<int>((at + static_cast<unsigned>(i)) % 2048u));
    ++at;
  }
  return s;
}

template <class T>
static bool tiles(const std::vector<T>& in, int length) {
  constexpr int size = 16;
  std::vector<T> out(size * 4);
  {
    hc::array_view<const T> from(static_cast<int>(in.size()), in);
    hc::array_view<T> to(size * 4, out);
    hc::parallel_for_each(hc::extent<1>(size * 4).tile(size), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static T s[size][size + 1];
      for (int k = 0; k < length; ++k) s[t.local[0]][k] = from[t.global[0] + k];
      t.barrier.wait();
      T sum = 0;
      for (int k = 0; k < length; ++k) sum = sum / 4 + s[size - 1 - t.local[0]][k];
      to[t.global] = sum;
    });
    to.synchronize();
  }
  for (int i = 0; i < size * 4; ++i) {
    T sum = 0;
    const int other = i / size * size + size - 1 - i % size;
    for (int k = 0; k < length; ++k) sum = sum / 4 + in[other + k];
    if (out[i] != sum) return false;
  }
  return true;
}

template <class T>
static void all(int distance) {
  std::vector<T> in(items * pitch);
  for (int n = 0; n < items * pitch; ++n) in[n] = element<T>(n);
  for (int length = 0; length <= 41; ++length) {
    CHECK(same(in, [=](int i, auto read) [[cpu, hc]] { return sum<T>(i, length, read); }));
    CHECK(same(in, [=](int i, auto read) [[cpu, hc]] { return around<T>(i, length, read); }));
    CHECK(same(in, [=](int i, auto read) [[cpu, hc]] {
      return read(i) > T(0) ? sum<T>(i, length, read) : T(-2);
    }));
    CHECK(same(in, [=](int i, auto read) [[cpu, hc]] {
      T greatest = -100, sums = 0;
      int place = -1;
      for (int k = 1; k < length; ++k) {
        const T x = read(i * pitch + k), y = read(i * pitch + k + 20);
        sums = sums / 2 + y;
        if (x > greatest) {
          greatest = x;
          place = k;
        }
      }
      return greatest + sums + static_cast<T>(place);
    }));
    CHECK(same(in, [=](int i, auto read) [[cpu, hc]] {
      T s = 0;
      for (int k = length; k > 0; --k) s = s / 2 + read(i * pitch + k);
      return s;
    }));
    CHECK(same(in, [=](int i, auto read) [[cpu, hc]] {
      T s = 0;
      for (int k = 0; k < length; ++k) s = s / 2 + read(i * distance + k) * read(k * distance);
      return s;
    }));
    CHECK(same(in, [=](int i, auto read) [[cpu, hc]] {
      const int other = i * 7 % items;
      T s = 0;
      for (int k = 0; k < length; ++k) s = s / 2 + read(other * distance + k) - read(i * distance + k);
      return s;
    }));
  }
  for (int length = 0; length <= 16; ++length) CHECK(tiles(in, length));
}

int main(int count, char**) {
  const int distance = pitch - 1 + count;  // which no compiler knows
  all<float>(distance);
  all<double>(distance);
  all<int>(distance);
  return failures();
}
