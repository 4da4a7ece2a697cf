// rows: hc.programs.whole
// Each work-item goes through a row of its own, of all lengths around eight: sums in their order, greatest
// numbers, places that start again at 0, under conditions, in tiles.
#include <hc.hpp>
#include <vector>

#include "check.hpp"

constexpr int items = 45, pitch = 64;

static float element(int n) { return static_cast<float>((n * 7919) % 1009) / 64.0f - 3.0f; }

template <class Body>
static bool same(const std::vector<float>& in, Body body) {
  std::vector<float> out(items, -1.0f);
  {
    hc::array_view<const float> from(static_cast<int>(in.size()), in);
    hc::array_view<float> to(items, out);
    hc::parallel_for_each(to.get_extent(), [=](hc::index<1> i) [[hc]] {
      to[i] = body(i[0], [=](int n) [[cpu, hc]] { return from[n]; });
    });
    to.synchronize();
  }
  for (int i = 0; i < items; ++i)
    if (out[i] != body(i, [&](int n) { return in[n]; })) return false;
  return true;
}

template <class Read>
static float sum(int i, int length, Read read) [[cpu, hc]] {
  float s = 0;
  for (int k = 0; k < length; ++k) s += read(i * pitch + k);
  return s;
}

// Rounds 0xfffffffc to 3: numbers of 32 bits begin again.
template <class Read>
static float around(int i, unsigned length, Read read) [[cpu, hc]] {
  float s = 0;
  unsigned at = 0xfffffffcu;
  for (unsigned k = 0; k < length; ++k) {
    s = 0.5f * s + read(static_cast<int>((at + static_cast<unsigned>(i)) % 2048u));
    ++at;
  }
  return s;
}

static bool tiles(const std::vector<float>& in, int length) {
  constexpr int size = 16;
  std::vector<float> out(size * 4);
  {
    hc::array_view<const float> from(static_cast<int>(in.size()), in);
    hc::array_view<float> to(size * 4, out);
    hc::parallel_for_each(hc::extent<1>(size * 4).tile(size), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static float s[size][size + 1];
      for (int k = 0; k < length; ++k) s[t.local[0]][k] = from[t.global[0] + k];
      t.barrier.wait();
      float sum = 0;
      for (int k = 0; k < length; ++k) sum = sum * 0.25f + s[size - 1 - t.local[0]][k];
      to[t.global] = sum;
    });
    to.synchronize();
  }
  for (int i = 0; i < size * 4; ++i) {
    float sum = 0;
    const int other = i / size * size + size - 1 - i % size;
    for (int k = 0; k < length; ++k) sum = sum * 0.25f + in[other + k];
    if (out[i] != sum) return false;
  }
  return true;
}

int main() {
  std::vector<float> in(items * pitch);
  for (int n = 0; n < items * pitch; ++n) in[n] = element(n);
  for (int length = 0; length <= 41; ++length) {
    CHECK(same(in, [=](int i, auto read) [[cpu, hc]] { return sum(i, length, read); }));
    CHECK(same(in, [=](int i, auto read) [[cpu, hc]] { return around(i, length, read); }));
    CHECK(same(in, [=](int i, auto read) [[cpu, hc]] {
      return read(i) > 0.0f ? sum(i, length, read) : -2.0f;
    }));
    CHECK(same(in, [=](int i, auto read) [[cpu, hc]] {
      float greatest = -100.0f, sums = 0;
      int place = -1;
      for (int k = 1; k < length; ++k) {
        const float x = read(i * pitch + k), y = read(i * pitch + k + 20);
        sums = 0.5f * sums + y;
        if (x > greatest) {
          greatest = x;
          place = k;
        }
      }
      return greatest + sums + static_cast<float>(place);
    }));
    CHECK(same(in, [=](int i, auto read) [[cpu, hc]] {
      float s = 0;
      for (int k = length; k > 0; --k) s = 0.5f * s + read(i * pitch + k);
      return s;
    }));
  }
  for (int length = 0; length <= 16; ++length) CHECK(tiles(in, length));
  return failures();
}
