// Kernels in tiles and in rounds, in HC. Included by everyday_hc.cpp.
#pragma once
#include <cstdint>

namespace tiles {

constexpr int all = 1 << 18, size = 256;

template <class Body>
void each(Body body) {
  hc::parallel_for_each(hc::extent<1>(all).tile(size), [=](hc::tiled_index<1> i) [[hc]] { body(i); }).wait();
}

inline void sums(const float* in, float* out) {  // of neighbours, of neighbours' sums, ...
  each([=](const hc::tiled_index<1>& i) [[hc]] {
    tile_static float s[size];
    const int l = i.local[0];
    s[l] = in[i.global[0]];
    i.barrier.wait();
    for (int step = 1; step < size; step *= 2) {
      if (l % (2 * step) == 0) s[l] += s[l + step];
      i.barrier.wait();
    }
    if (l == 0) out[i.tile[0]] = s[0];
  });
}

inline void greatest(const float* in, float* out) {
  each([=](const hc::tiled_index<1>& i) [[hc]] {
    tile_static float s[size];
    const int l = i.local[0];
    s[l] = in[i.global[0]];
    i.barrier.wait();
    for (int half = size / 2; half > 0; half /= 2) {
      if (l < half) s[l] = s[l] > s[l + half] ? s[l] : s[l + half];
      i.barrier.wait();
    }
    if (l == 0) out[i.tile[0]] = s[0];
  });
}

inline void scan(const float* in, float* out) {  // Blelloch's
  each([=](const hc::tiled_index<1>& i) [[hc]] {
    tile_static float s[size];
    const int l = i.local[0];
    s[l] = in[i.global[0]];
    for (int step = 1; step < size; step *= 2) {
      i.barrier.wait();
      const int at = (l + 1) * step * 2 - 1;
      if (at < size) s[at] += s[at - step];
    }
    i.barrier.wait();
    if (l == 0) s[size - 1] = 0;
    for (int step = size / 2; step > 0; step /= 2) {
      i.barrier.wait();
      const int at = (l + 1) * step * 2 - 1;
      if (at < size) {
        const float kept = s[at - step];
        s[at - step] = s[at];
        s[at] += kept;
      }
    }
    i.barrier.wait();
    out[i.global[0]] = s[l];
  });
}

// Sums of segments, from their heads to each place.
inline void segments(const float* in, const std::uint8_t* heads, float* out) {
  each([=](const hc::tiled_index<1>& i) [[hc]] {
    tile_static float s[size];
    tile_static std::uint8_t is_head[size];
    const int l = i.local[0];
    s[l] = in[i.global[0]];
    is_head[l] = heads[i.global[0]] || l == 0;
    i.barrier.wait();
    for (int step = 1; step < size; step *= 2) {
      float more = 0;
      std::uint8_t head = is_head[l];
      if (l >= step && !head) {
        more = s[l - step];
        head = is_head[l - step];
      }
      i.barrier.wait();
      s[l] += more;
      is_head[l] = head;
      i.barrier.wait();
    }
    out[i.global[0]] = s[l];
  });
}

inline void counts(const int* in, int* out) {
  each([=](const hc::tiled_index<1>& i) [[hc]] {
    tile_static int bins[size];
    const int l = i.local[0];
    bins[l] = 0;
    i.barrier.wait();
    hc::atomic_fetch_add(&bins[in[i.global[0]]], 1);
    i.barrier.wait();
    hc::atomic_fetch_add(&out[l], bins[l]);
  });
}

inline void places(const float* in, int* out) {  // of the greatest, the first one of equals
  each([=](const hc::tiled_index<1>& i) [[hc]] {
    tile_static float s[size];
    tile_static int at[size];
    const int l = i.local[0];
    s[l] = in[i.global[0]];
    at[l] = l;
    i.barrier.wait();
    for (int half = size / 2; half > 0; half /= 2) {
      if (l < half && (s[l + half] > s[l] || (s[l + half] == s[l] && at[l + half] < at[l]))) {
        s[l] = s[l + half];
        at[l] = at[l + half];
      }
      i.barrier.wait();
    }
    if (l == 0) out[i.tile[0]] = at[0];
  });
}

inline void doubling(const float* in, float* out) {  // a scan by Hillis and Steele
  each([=](const hc::tiled_index<1>& i) [[hc]] {
    tile_static float s[size];
    const int l = i.local[0];
    s[l] = in[i.global[0]];
    i.barrier.wait();
    for (int step = 1; step < size; step *= 2) {
      float sum = 0;
      if (l >= step) sum = s[l - step] + s[l];
      i.barrier.wait();
      if (l >= step) s[l] = sum;
      i.barrier.wait();
    }
    out[i.global[0]] = s[l];
  });
}

inline void sort(const float* in, float* out) {  // neighbours change places
  constexpr int most = 64;
  hc::parallel_for_each(hc::extent<1>(all).tile(most), [=](hc::tiled_index<1> i) [[hc]] {
    tile_static float s[most];
    const int l = i.local[0];
    s[l] = in[i.global[0]];
    i.barrier.wait();
    for (int r = 0; r < most; ++r) {
      if (l % 2 == r % 2 && l < most - 1 && s[l] > s[l + 1]) {
        const float kept = s[l];
        s[l] = s[l + 1];
        s[l + 1] = kept;
      }
      i.barrier.wait();
    }
    out[i.global[0]] = s[l];
  }).wait();
}

// The least sums of paths that go down eight rows and a column left, right or none in each.
inline void paths(const int* costs, int* out) {
  constexpr int last = all / 8 - 1, rows = 8, inner = size - 2 * rows, tiles = last / inner + 1;
  hc::parallel_for_each(hc::extent<1>(tiles * size).tile(size), [=](hc::tiled_index<1> i) [[hc]] {
    tile_static int before[size], now[size];
    const int l = i.local[0], x = i.tile[0] * inner - rows + l;
    const bool is_there = x >= 0 && x <= last;
    const int begin = rows - i.tile[0] * inner, end = begin + last;
    const int left = l - 1 > begin ? l - 1 : begin, right = l + 1 < end ? l + 1 : end;
    before[l] = is_there ? costs[x] : 0;
    i.barrier.wait();
    bool computed = false;
    for (int y = 1; y < rows; ++y) {
      computed = false;
      if (l >= y && l < size - y && is_there) {
        computed = true;
        const int side = before[left] < before[right] ? before[left] : before[right];
        now[l] = (side < before[l] ? side : before[l]) + costs[y * (last + 1) + x];
      }
      i.barrier.wait();
      if (y == rows - 1) break;
      if (computed) before[l] = now[l];
      i.barrier.wait();
    }
    if (computed && l >= rows && l < size - rows) out[x] = now[l];
  }).wait();
}

inline void row_products(const float* matrix, const float* vector, float* out, int rows, int columns) {
  constexpr int most = 64;
  hc::parallel_for_each(hc::extent<1>(rows * most).tile(most), [=](hc::tiled_index<1> i) [[hc]] {
    tile_static float s[most];
    const int l = i.local[0], y = i.tile[0];
    float sum = 0;
    for (int x = l; x < columns; x += most) sum += matrix[y * columns + x] * vector[x];
    s[l] = sum;
    i.barrier.wait();
    for (int half = most / 2; half > 0; half /= 2) {
      if (l < half) s[l] += s[l + half];
      i.barrier.wait();
    }
    if (l == 0) out[y] = s[0];
  }).wait();
}

// The same, sixteen rows a tile.
inline void rows_across(const float* matrix, const float* vector, float* out, int rows, int columns) {
  constexpr int most = 16;
  hc::parallel_for_each(hc::extent<2>(rows, most).tile(most, most), [=](hc::tiled_index<2> i) [[hc]] {
    tile_static float s[most][most];
    const int ly = i.local[0], lx = i.local[1], y = i.global[0];
    float sum = 0;
    for (int x = lx; x < columns; x += most) sum += matrix[y * columns + x] * vector[x];
    s[ly][lx] = sum;
    i.barrier.wait();
    for (int half = most / 2; half > 0; half /= 2) {
      if (lx < half) s[ly][lx] += s[ly][lx + half];
      i.barrier.wait();
    }
    if (lx == 0) out[y] = s[ly][0];
  }).wait();
}

inline void turned(const float* in, float* out) {  // short tiles
  constexpr int most = 16;
  hc::parallel_for_each(hc::extent<1>(all).tile(most), [=](hc::tiled_index<1> i) [[hc]] {
    tile_static float s[most];
    const int l = i.local[0];
    s[l] = in[i.global[0]];
    i.barrier.wait();
    out[i.global[0]] = s[most - 1 - l] + s[l];
  }).wait();
}

// A step of heat through a picture, in tiles that load what is around them.
inline void heat(const float* in, float* out, int side) {
  constexpr int most = 16;
  hc::parallel_for_each(hc::extent<2>(side, side).tile(most, most), [=](hc::tiled_index<2> i) [[hc]] {
    tile_static float t[most + 2][most + 2];
    const int y = i.global[0], x = i.global[1], ly = i.local[0] + 1, lx = i.local[1] + 1;
    const float here = in[y * side + x];
    t[ly][lx] = here;
    if (ly == 1) t[0][lx] = y > 0 ? in[(y - 1) * side + x] : here;
    if (ly == most) t[most + 1][lx] = y < side - 1 ? in[(y + 1) * side + x] : here;
    if (lx == 1) t[ly][0] = x > 0 ? in[y * side + x - 1] : here;
    if (lx == most) t[ly][most + 1] = x < side - 1 ? in[y * side + x + 1] : here;
    i.barrier.wait();
    const float around = t[ly - 1][lx] + t[ly + 1][lx] + t[ly][lx - 1] + t[ly][lx + 1];
    out[y * side + x] = here + 0.1f * (around - 4 * here);
  }).wait();
}

// Rodinia's back propagation: products of 16 inputs with 16 weights each, and their sums.
inline void layers(const float* in, const float* weights, float* sums) {
  constexpr int most = 16;
  hc::parallel_for_each(hc::extent<2>(all / most, most).tile(most, most), [=](hc::tiled_index<2> i) [[hc]] {
    tile_static float node[most], w[most][most];
    const int tile = i.tile[0], ly = i.local[0], lx = i.local[1];
    if (lx == 0) node[ly] = in[tile * most + ly];
    i.barrier.wait();
    w[ly][lx] = weights[(tile * most + ly) * most + lx] * node[ly];
    i.barrier.wait();
    for (int step = 2; step <= most; step *= 2) {
      if (ly % step == 0) w[ly][lx] += w[ly + step / 2][lx];
      i.barrier.wait();
    }
    if (lx == 0) sums[tile * most + ly] = w[lx][ly];
  }).wait();
}

inline void bins(const int* in, int* out) {  // without tiles
  hc::parallel_for_each(hc::extent<1>(all), [=](hc::index<1> i) [[hc]] {
    hc::atomic_fetch_add(&out[in[i[0]]], 1);
  }).wait();
}

inline void inside(const float* x, const float* y, int* out) {
  hc::parallel_for_each(hc::extent<1>(all), [=](hc::index<1> i) [[hc]] {
    if (x[i[0]] * x[i[0]] + y[i[0]] * y[i[0]] <= 1) hc::atomic_fetch_add(&out[0], 1);
  }).wait();
}

inline void line(const float* in, float* out) {
  constexpr int items = 4096;
  hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] {
    for (int k = i[0]; k < all; k += items) out[k] = 2 * in[k] + 1;
  }).wait();
}

}  // namespace tiles
