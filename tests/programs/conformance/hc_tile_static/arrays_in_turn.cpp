// rows: hc.tile_static.forms
// Variables keep their size, and are the tile's own, however they are reached: by pointers that change places in
// a loop, by private arrays of pointers whose targets change, by functions that are not inlined.
#include <hc.hpp>
#include <vector>

#include "check.hpp"

using Values = std::vector<unsigned>;
constexpr int n = 320, tile = 80;

inline unsigned value(int i) [[cpu, hc]] { return i * 2654435761u >> 8; }

struct Holder {
  unsigned* to;
  unsigned more;
};

// A scan with two arrays, and what comes after it, all by the pointers.
inline void scan(const hc::array_view<unsigned>& out) {
  hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static unsigned s[tile], q[tile];
    const int l = t.local[0], count = t.tile_dim[0];
    s[l] = value(t.global[0]);
    t.barrier.wait();
    unsigned *from = s, *to = q;
    for (int d = 1; d < count; d *= 2) {
      to[l] = l >= d ? from[l] + from[l - d] : from[l];
      t.barrier.wait();
      unsigned* x = from;
      from = to, to = x;
    }
    out[t.global] = from[l];
    t.barrier.wait();
    if (l < count / 2) from[l] += from[count - 1 - l];
    t.barrier.wait();
    out[t.global] ^= from[l];
  });
}

// Pointers in arrays, alone and first in structs, to private and global cells.
inline unsigned pointers(unsigned x, unsigned* cell) [[cpu, hc]] {
  unsigned p[4], q[4];
  for (int k = 0; k < 4; ++k) p[k] = x * k, q[k] = x ^ k;
  unsigned* to[2] = {p + (x & 1), cell};
  *cell = 3;
  for (int k = 0; k < 3; ++k) {
    unsigned* z = to[x >> k & 1];
    *z += k * x;
    to[0] = p + (*z & 3);
  }
  Holder h[3] = {{p + (x & 3), 1}, {q, x}, {cell, 7}};
  for (int k = 0; k < 9; ++k) {
    Holder& m = h[(x >> k) % 3];
    *m.to += m.more + k;
    if (x >> k & 1)
      m.to = p + (*m.to & 3);
    else
      h[k % 2].to = q + k % 4;
    const Holder first = h[0];
    h[0] = h[k % 3], h[k % 3] = first;
  }
  unsigned made = (to[0] == p + 3) + *h[0].to;
  for (int k = 0; k < 4; ++k) made = made * 31 + p[k] + q[k] * 3;
  return made;
}

int main() {
  Values scanned(n), chosen(n), called(n), want(n);
  hc::array_view<unsigned> a(n, scanned), b(n, chosen), c(n, called);
  scan(a);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    const unsigned made = pointers(value(i[0]), &b[i]);
    b[i] += made;
  });
  hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static unsigned s[tile], q[tile];
    s[t.local[0]] = t.global[0], q[t.local[0]] = 5;
    t.barrier.wait();
    auto sum = [&](int k) __attribute__((noinline)) { return s[k % tile] + q[k % tile]; };
    c[t.global] = sum(t.local[0] + 1) * 10 + sum(0);
  });
  int wrong = 0;
  for (int first = 0; first < n; first += tile) {
    unsigned s[tile], sum = 0;
    for (int l = 0; l < tile; ++l) s[l] = sum += value(first + l);
    for (int l = 0; l < tile; ++l) {
      const unsigned after = l < tile / 2 ? s[l] + s[tile - 1 - l] : s[l];
      wrong += a[first + l] != (s[l] ^ after);
      const unsigned next = first + (l + 1) % tile;
      wrong += c[first + l] != (next + 5) * 10 + first + 5;
    }
  }
  CHECK(wrong == 0);
  for (int i = 0; i < n; ++i) {
    const unsigned made = pointers(value(i), &want[i]);
    wrong += b[i] != want[i] + made;
  }
  CHECK(wrong == 0);
  return failures();
}
