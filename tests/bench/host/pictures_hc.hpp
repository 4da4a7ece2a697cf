// Pictures in tiles with what lies around them, in HC. Included by everyday_hc.cpp.
#pragma once

namespace pictures {

constexpr int side = 512, most = 16, inner = most - 2;

// Rodinia's hotspot: tiles overlap, and those at their sides only load.
inline void hotspot(const float* in, const float* power, float* out) {
  constexpr int all = (side + inner - 1) / inner * most;
  hc::parallel_for_each(hc::extent<2>(all, all).tile(most, most), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static float now[most][most], heat[most][most];
    const int ty = t.local[0], tx = t.local[1];
    const int y = t.tile[0] * inner + ty - 1, x = t.tile[1] * inner + tx - 1;
    const bool inside = y >= 0 && y < side && x >= 0 && x < side;
    if (inside) {
      now[ty][tx] = in[y * side + x];
      heat[ty][tx] = power[y * side + x];
    }
    t.barrier.wait();
    if (inside && ty > 0 && ty < most - 1 && tx > 0 && tx < most - 1) {
      const int up = y == 0 ? ty : ty - 1, down = y == side - 1 ? ty : ty + 1;
      const int left = x == 0 ? tx : tx - 1, right = x == side - 1 ? tx : tx + 1;
      const float here = now[ty][tx], across = now[ty][left] + now[ty][right] - 2 * here;
      const float along = now[up][tx] + now[down][tx] - 2 * here;
      out[y * side + x] = here + 0.01f * (heat[ty][tx] + 0.5f * along + 0.5f * across + (80 - here) * 0.25f);
    }
  }).wait();
}

// Four steps of it: of a tile's work-items fewer compute in each.
inline void hotspot_in_steps(const float* in, const float* power, float* out) {
  constexpr int steps = 4, last = most - 2 * steps, all = (side + last - 1) / last * most;
  hc::parallel_for_each(hc::extent<2>(all, all).tile(most, most), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static float now[most][most], next[most][most], heat[most][most];
    const int ty = t.local[0], tx = t.local[1];
    const int y = t.tile[0] * last + ty - steps, x = t.tile[1] * last + tx - steps;
    const bool inside = y >= 0 && y < side && x >= 0 && x < side;
    if (inside) {
      now[ty][tx] = in[y * side + x];
      heat[ty][tx] = power[y * side + x];
    }
    t.barrier.wait();
    const int up = y <= 0 ? ty : ty - 1, down = y >= side - 1 ? ty : ty + 1;
    const int left = x <= 0 ? tx : tx - 1, right = x >= side - 1 ? tx : tx + 1;
    for (int s = 1; s <= steps; ++s) {
      const bool computes = inside && ty >= s && ty < most - s && tx >= s && tx < most - s;
      if (computes) {
        const float here = now[ty][tx], across = now[ty][left] + now[ty][right] - 2 * here;
        const float along = now[up][tx] + now[down][tx] - 2 * here;
        next[ty][tx] = here + 0.01f * (heat[ty][tx] + 0.5f * along + 0.5f * across + (80 - here) * 0.25f);
      }
      t.barrier.wait();
      if (s == steps) break;
      if (computes) now[ty][tx] = next[ty][tx];
      t.barrier.wait();
    }
    if (inside && ty >= steps && ty < most - steps && tx >= steps && tx < most - steps)
      out[y * side + x] = next[ty][tx];
  }).wait();
}

// Means of 3 x 3, none beyond the edges.
inline void means(const float* in, float* out) {
  constexpr int all = (side + inner - 1) / inner * most;
  hc::parallel_for_each(hc::extent<2>(all, all).tile(most, most), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static float s[most][most];
    const int ly = t.local[0], lx = t.local[1];
    const int y = t.tile[0] * inner + ly - 1, x = t.tile[1] * inner + lx - 1;
    s[ly][lx] = y >= 0 && y < side && x >= 0 && x < side ? in[y * side + x] : 0.0f;
    t.barrier.wait();
    if (ly >= 1 && ly <= inner && lx >= 1 && lx <= inner && y < side && x < side) {
      float sum = 0;
      for (int v = -1; v <= 1; ++v)
        for (int u = -1; u <= 1; ++u) sum += s[ly + v][lx + u];
      out[y * side + x] = sum / 9;
    }
  }).wait();
}

// A convolution whose tiles load what is around them in rounds.
inline void convolution(const float* in, const float* weights, float* out) {
  constexpr int around = 2, width = most + 2 * around;
  hc::parallel_for_each(hc::extent<2>(side, side).tile(most, most), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static float s[width][width];
    const int ly = t.local[0], lx = t.local[1];
    for (int y = ly; y < width; y += most)
      for (int x = lx; x < width; x += most) {
        const int v = t.tile[0] * most + y - around, u = t.tile[1] * most + x - around;
        s[y][x] = v >= 0 && v < side && u >= 0 && u < side ? in[v * side + u] : 0.0f;
      }
    t.barrier.wait();
    float sum = 0;
    for (int y = 0; y <= 2 * around; ++y)
      for (int x = 0; x <= 2 * around; ++x) sum += weights[y * 5 + x] * s[ly + y][lx + x];
    out[t.global[0] * side + t.global[1]] = sum;
  }).wait();
}

// The game of life, around the edges; tiles are loaded by the numbers of their work-items.
inline void life(const int* in, int* out) {
  constexpr int width = most + 2;
  hc::parallel_for_each(hc::extent<2>(side, side).tile(most, most), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int s[width][width];
    const int ly = t.local[0], lx = t.local[1];
    for (int k = ly * most + lx; k < width * width; k += most * most) {
      const int y = (t.tile[0] * most + k / width - 1 + side) % side;
      const int x = (t.tile[1] * most + k % width - 1 + side) % side;
      s[k / width][k % width] = in[y * side + x];
    }
    t.barrier.wait();
    int n = 0;
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 3; ++x)
        if (y != 1 || x != 1) n += s[ly + y][lx + x];
    out[t.global[0] * side + t.global[1]] = n == 3 || (n == 2 && s[ly + 1][lx + 1]);
  }).wait();
}

// A step through 64 x 64 x 64 cells, nothing around them.
inline void cells(const float* in, float* out) {
  constexpr int n = 64;
  hc::parallel_for_each(hc::extent<3>(n, n, n).tile(4, 8, 8), [=](hc::tiled_index<3> i) [[hc]] {
    tile_static float t[6][10][10];
    const int z = i.global[0], y = i.global[1], x = i.global[2], at = (z * n + y) * n + x;
    const int lz = i.local[0] + 1, ly = i.local[1] + 1, lx = i.local[2] + 1;
    t[lz][ly][lx] = in[at];
    if (lz == 1) t[0][ly][lx] = z > 0 ? in[at - n * n] : 0;
    if (lz == 4) t[5][ly][lx] = z < n - 1 ? in[at + n * n] : 0;
    if (ly == 1) t[lz][0][lx] = y > 0 ? in[at - n] : 0;
    if (ly == 8) t[lz][9][lx] = y < n - 1 ? in[at + n] : 0;
    if (lx == 1) t[lz][ly][0] = x > 0 ? in[at - 1] : 0;
    if (lx == 8) t[lz][ly][9] = x < n - 1 ? in[at + 1] : 0;
    i.barrier.wait();
    out[at] = t[lz - 1][ly][lx] + t[lz + 1][ly][lx] + t[lz][ly - 1][lx] + t[lz][ly + 1][lx] +
              t[lz][ly][lx - 1] + t[lz][ly][lx + 1] - 6 * t[lz][ly][lx];
  }).wait();
}

// The same; what lies beyond a tile comes from memory.
inline void cells_past(const float* in, float* out) {
  constexpr int n = 64;
  hc::parallel_for_each(hc::extent<3>(n, n, n).tile(4, 8, 8), [=](hc::tiled_index<3> i) [[hc]] {
    tile_static float t[4][8][8];
    const int z = i.global[0], y = i.global[1], x = i.global[2], at = (z * n + y) * n + x;
    const int lz = i.local[0], ly = i.local[1], lx = i.local[2];
    t[lz][ly][lx] = in[at];
    i.barrier.wait();
    const float above = lz > 0 ? t[lz - 1][ly][lx] : z > 0 ? in[at - n * n] : 0;
    const float below = lz < 3 ? t[lz + 1][ly][lx] : z < n - 1 ? in[at + n * n] : 0;
    const float before = ly > 0 ? t[lz][ly - 1][lx] : y > 0 ? in[at - n] : 0;
    const float behind = ly < 7 ? t[lz][ly + 1][lx] : y < n - 1 ? in[at + n] : 0;
    const float left = lx > 0 ? t[lz][ly][lx - 1] : x > 0 ? in[at - 1] : 0;
    const float right = lx < 7 ? t[lz][ly][lx + 1] : x < n - 1 ? in[at + 1] : 0;
    out[at] = above + below + before + behind + left + right - 6 * t[lz][ly][lx];
  }).wait();
}

inline void counts(const int* in, int* out, int n) {
  constexpr int items = 4096;
  hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] {
    for (int k = i[0]; k < n; k += items) hc::atomic_fetch_add(&out[in[k]], 1);
  }).wait();
}

}  // namespace pictures
