// rows: hc.tile_static.forms
// Tiles that shrink from step to step, cells that read past their tile, and questions about several ids at once.
#include <hc.hpp>
#include <vector>

#include "check.hpp"

using Values = std::vector<float>;
constexpr int side = 16, height = 37, width = 50;

inline float value(int i) [[cpu, hc]] { return (i * 2654435761u >> 8) % 1000 * 0.25f; }
inline float step(float here, float up, float down, float left, float right) [[cpu, hc]] {
  return here + 0.125f * (up + down - 2 * here) + 0.25f * (left + right - 2 * here);
}

// As Rodinia's hotspot: of a tile's work-items fewer compute in each step, and none beyond the picture.
template <int steps>
static void shrink(const hc::array_view<const float, 2>& in, const hc::array_view<float, 2>& out) {
  constexpr int inner = side - 2 * steps, rows = (height + inner - 1) / inner, columns = (width + inner - 1) / inner;
  hc::parallel_for_each(hc::extent<2>(rows * side, columns * side).tile(side, side), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static float now[side][side], next[side][side];
    const int ly = t.local[0], lx = t.local[1];
    const int y = t.tile[0] * inner + ly - steps, x = t.tile[1] * inner + lx - steps;
    const bool inside = y >= 0 && y < height && x >= 0 && x < width;
    if (inside) now[ly][lx] = in(y, x);
    t.barrier.wait();
    const int up = y <= 0 ? ly : ly - 1, down = y >= height - 1 ? ly : ly + 1;
    const int left = x <= 0 ? lx : lx - 1, right = x >= width - 1 ? lx : lx + 1;
    for (int s = 1; s <= steps; ++s) {
      const bool computes = inside && ly >= s && ly < side - s && lx >= s && lx < side - s;
      if (computes) next[ly][lx] = step(now[ly][lx], now[up][lx], now[down][lx], now[ly][left], now[ly][right]);
      t.barrier.wait();
      if (computes) now[ly][lx] = next[ly][lx];
      t.barrier.wait();
    }
    const int my = ly - steps, mx = lx - steps;
    if (inside && my >= 0 && mx >= 0 && my < inner && mx < inner) out(y, x) = now[ly][lx];
  }).wait();
}

template <int steps>
static int shrink_is_wrong() {
  Values start(height * width), found(height * width, -1), now, next;
  for (int i = 0; i < height * width; ++i) start[i] = value(i);
  shrink<steps>(hc::array_view<const float, 2>(height, width, start), hc::array_view<float, 2>(height, width, found));
  now = next = start;
  for (int s = 0; s < steps; ++s, now = next)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const int up = y ? y - 1 : y, down = y < height - 1 ? y + 1 : y;
        const int left = x ? x - 1 : x, right = x < width - 1 ? x + 1 : x;
        next[y * width + x] = step(now[y * width + x], now[up * width + x], now[down * width + x],
                                   now[y * width + left], now[y * width + right]);
      }
  return now != found;
}

// What lies beyond the tile comes from memory, what lies beyond the cells is 0.
static int past_is_wrong() {
  constexpr int n = 24;
  Values start(n * n * n), found(n * n * n, -1);
  for (int i = 0; i < n * n * n; ++i) start[i] = value(i);
  const hc::array_view<const float, 3> in(n, n, n, start);
  const hc::array_view<float, 3> out(n, n, n, found);
  hc::parallel_for_each(hc::extent<3>(n, n, n).tile(4, 4, 12), [=](hc::tiled_index<3> i) [[hc]] {
    tile_static float t[4][4][12];
    const int z = i.global[0], y = i.global[1], x = i.global[2];
    const int lz = i.local[0], ly = i.local[1], lx = i.local[2];
    t[lz][ly][lx] = in(z, y, x);
    i.barrier.wait();
    const float a = lz > 0 ? t[lz - 1][ly][lx] : z > 0 ? in(z - 1, y, x) : 0;
    const float b = lz < 3 ? t[lz + 1][ly][lx] : z < n - 1 ? in(z + 1, y, x) : 0;
    const float c = ly > 0 ? t[lz][ly - 1][lx] : y > 0 ? in(z, y - 1, x) : 0;
    const float d = ly < 3 ? t[lz][ly + 1][lx] : y < n - 1 ? in(z, y + 1, x) : 0;
    const float e = lx > 0 ? t[lz][ly][lx - 1] : x > 0 ? in(z, y, x - 1) : 0;
    const float f = lx < 11 ? t[lz][ly][lx + 1] : x < n - 1 ? in(z, y, x + 1) : 0;
    out(z, y, x) = a + b + c + d + e + f - 6 * t[lz][ly][lx];
  }).wait();
  out.synchronize();
  const auto at = [&](int z, int y, int x) {
    const bool inside = z >= 0 && z < n && y >= 0 && y < n && x >= 0 && x < n;
    return inside ? start[(z * n + y) * n + x] : 0;
  };
  int wrong = 0;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        wrong += found[(z * n + y) * n + x] != at(z - 1, y, x) + at(z + 1, y, x) + at(z, y - 1, x) + at(z, y + 1, x) +
                                                   at(z, y, x - 1) + at(z, y, x + 1) - 6 * at(z, y, x);
  return wrong;
}

// Of the answers to questions about two ids.
inline int answers(int y, int x) [[cpu, hc]] {
  int found = 0;
  if (y == 0 && x == 0) found += 1;
  if (y != 0 || x != 0) found += 2;
  if (y - 3 >= 0 && x - 5 >= 0) found += 4;
  if (y - 3 < 0 || x - 5 < 0) found += 8;
  if (unsigned(y - 2) < 8 && unsigned(x - 1) < 8) found += 16;
  if (unsigned(y) > 3 || unsigned(x) > 3) found += 32;
  return found;
}

int main() {
  CHECK(shrink_is_wrong<1>() == 0);
  CHECK(shrink_is_wrong<3>() == 0);
  CHECK(shrink_is_wrong<4>() == 0);
  CHECK(past_is_wrong() == 0);
  std::vector<int> found(48 * 48);
  const hc::array_view<int, 2> out(48, 48, found);
  hc::parallel_for_each(hc::extent<2>(48, 48).tile(side, side), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int s[side][side];
    s[t.local[0]][t.local[1]] = answers(t.local[0], t.local[1]);
    t.barrier.wait();
    out[t.global] = s[side - 1 - t.local[0]][t.local[1]] * 64 + answers(t.global[0], t.global[1]);
  }).wait();
  int wrong = 0;
  for (int y = 0; y < 48; ++y)
    for (int x = 0; x < 48; ++x)
      wrong += out(y, x) != answers(side - 1 - y % side, x % side) * 64 + answers(y, x);
  CHECK(wrong == 0);
  return failures();
}
