// Tiles that load what lies around them, and ask about a picture's edges between barriers, for pictures and
// tiles of many sizes. Each kernel is compared with plain loops.
#include <algorithm>
#include <cstdio>
#include <hc.hpp>
#include <vector>

static int failures = 0;

struct Picture {
  int rows, columns, high, wide;  // high, wide: of a tile
  std::vector<int> in, out, want;
  Picture(int rows, int columns, int high, int wide)
      : rows(rows), columns(columns), high(high), wide(wide), in(rows * columns), out(in), want(in) {
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = int(i * 2654435761u >> 12);
  }
  int at(int y, int x) const { return in[y * columns + x]; }
  int clamped(int y, int x) const { return at(std::clamp(y, 0, rows - 1), std::clamp(x, 0, columns - 1)); }
  int or_none(int y, int x) const { return y < 0 || x < 0 || y >= rows || x >= columns ? 0 : at(y, x); }
  template <class Value>
  void expect(const char* name, Value value) {
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns; ++x) want[y * columns + x] = value(y, x);
    if (want != out && ++failures < 20)
      std::printf("FAILED %s: %d x %d, tiles %d x %d\n", name, rows, columns, high, wide);
    std::fill(out.begin(), out.end(), -1);
  }
  hc::tiled_extent<2> tiles(int less = 0) const {  // as many as it takes, less: of each side's cells
    const int h = high - less, w = wide - less;
    return hc::extent<2>((rows + h - 1) / h * high, (columns + w - 1) / w * wide).tile(high, wide);
  }
};

static constexpr int most = 34;

// Inner cells by all, edges by some, which use what they have themselves where there is nothing.
static void edges(Picture& p) {
  const int *const in = p.in.data(), rows = p.rows, columns = p.columns, high = p.high, wide = p.wide;
  int* const out = p.out.data();
  hc::parallel_for_each(p.tiles(), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int s[most][most];
    const int y = t.global[0], x = t.global[1], ly = t.local[0] + 1, lx = t.local[1] + 1;
    const bool is_there = y < rows && x < columns;
    const int here = is_there ? in[y * columns + x] : 0;
    s[ly][lx] = here;
    if (ly == 1) s[0][lx] = is_there && y > 0 ? in[(y - 1) * columns + x] : here;
    if (ly == high) s[high + 1][lx] = x < columns && y < rows - 1 ? in[(y + 1) * columns + x] : here;
    if (lx == 1) s[ly][0] = is_there && x > 0 ? in[y * columns + x - 1] : here;
    if (lx == wide) s[ly][wide + 1] = y < rows && x < columns - 1 ? in[y * columns + x + 1] : here;
    t.barrier.wait();
    if (!is_there) return;
    const int up = y == 0 ? ly : ly - 1, down = y == rows - 1 ? ly : ly + 1;
    const int left = x == 0 ? lx : lx - 1, right = x == columns - 1 ? lx : lx + 1;
    out[y * columns + x] = 3 * here + s[up][lx] - s[down][lx] * 5 + s[ly][left] * 7 - s[ly][right];
  }).wait();
  p.expect("edges", [&](int y, int x) {
    return 3 * p.at(y, x) + p.clamped(y - 1, x) - 5 * p.clamped(y + 1, x) + 7 * p.clamped(y, x - 1) -
           p.clamped(y, x + 1);
  });
}

// Tiles that overlap: those at their sides only load.
static void overlapping(Picture& p) {
  const int *const in = p.in.data(), rows = p.rows, columns = p.columns, high = p.high, wide = p.wide;
  int* const out = p.out.data();
  hc::parallel_for_each(p.tiles(2), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int s[16][16];
    const int ly = t.local[0], lx = t.local[1];
    const int y = t.tile[0] * (high - 2) + ly - 1, x = t.tile[1] * (wide - 2) + lx - 1;
    const bool inside = y >= 0 && y < rows && x >= 0 && x < columns;
    s[ly][lx] = inside ? in[y * columns + x] : 0;
    t.barrier.wait();
    if (inside && ly > 0 && ly < high - 1 && lx > 0 && lx < wide - 1) {
      const int up = y == 0 ? ly : ly - 1, right = x == columns - 1 ? lx : lx + 1;
      out[y * columns + x] = s[ly][lx] - 3 * s[up][lx] + 5 * s[ly][right] + s[ly + 1][lx - 1];
    }
  }).wait();
  p.expect("overlapping", [&](int y, int x) {
    return p.at(y, x) - 3 * p.clamped(y - 1, x) + 5 * p.clamped(y, x + 1) + p.or_none(y + 1, x - 1);
  });
}

// The same with sides of constant width, as programs for GPUs have them.
static void of_sixteen(Picture& p) {
  const int *const in = p.in.data(), rows = p.rows, columns = p.columns;
  int* const out = p.out.data();
  Picture same(p.rows, p.columns, 16, 16);
  hc::parallel_for_each(same.tiles(2), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int s[16][16];
    const int ly = t.local[0], lx = t.local[1];
    const int y = t.tile[0] * 14 + ly - 1, x = t.tile[1] * 14 + lx - 1;
    const bool inside = y >= 0 && y < rows && x >= 0 && x < columns;
    if (inside) s[ly][lx] = in[y * columns + x];
    t.barrier.wait();
    if (inside && ly > 0 && ly < 15 && lx > 0 && lx < 15) {
      const int up = y == 0 ? ly : ly - 1, down = y == rows - 1 ? ly : ly + 1;
      const int left = x == 0 ? lx : lx - 1, right = x == columns - 1 ? lx : lx + 1;
      out[y * columns + x] = s[up][lx] - 3 * s[down][lx] + 5 * s[ly][left] + s[ly][right];
    }
  }).wait();
  p.expect("of_sixteen", [&](int y, int x) {
    return p.clamped(y - 1, x) - 3 * p.clamped(y + 1, x) + 5 * p.clamped(y, x - 1) + p.clamped(y, x + 1);
  });
}

// Rounds of rounds: each work-item loads what is a tile's side further.
static void rounds(Picture& p) {
  const int *const in = p.in.data(), rows = p.rows, columns = p.columns, high = p.high, wide = p.wide;
  int* const out = p.out.data();
  hc::parallel_for_each(p.tiles(), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int s[most][most];
    const int ly = t.local[0], lx = t.local[1];
    for (int y = ly; y < high + 4; y += 16)
      for (int x = lx; x < wide + 4; x += 16) {
        const int v = t.tile[0] * high + y - 2, u = t.tile[1] * wide + x - 2;
        s[y][x] = v >= 0 && v < rows && u >= 0 && u < columns ? in[v * columns + u] : 0;
      }
    t.barrier.wait();
    const int y = t.global[0], x = t.global[1];
    int sum = 0;
    for (int v = 0; v < 5; ++v)
      for (int u = 0; u < 5; ++u) sum = sum * 3 + s[ly + v][lx + u];
    if (y < rows && x < columns) out[y * columns + x] = sum;
  }).wait();
  p.expect("rounds", [&](int y, int x) {
    int sum = 0;
    for (int v = -2; v <= 2; ++v)
      for (int u = -2; u <= 2; ++u) sum = sum * 3 + p.or_none(y + v, x + u);
    return sum;
  });
}

// The same by the numbers of work-items in a tile.
static void numbers(Picture& p) {
  const int *const in = p.in.data(), rows = p.rows, columns = p.columns;
  int* const out = p.out.data();
  Picture same(p.rows, p.columns, 16, 16);
  hc::parallel_for_each(same.tiles(), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int s[18][18];
    const int ly = t.local[0], lx = t.local[1], y = t.global[0], x = t.global[1];
    for (int k = ly * 16 + lx; k < 18 * 18; k += 256) {
      const int v = (t.tile[0] * 16 + k / 18 - 1 + rows) % rows,
                u = (t.tile[1] * 16 + k % 18 - 1 + columns) % columns;
      s[k / 18][k % 18] = in[v * columns + u];
    }
    t.barrier.wait();
    if (y < rows && x < columns)
      out[y * columns + x] = s[ly][lx] - 3 * s[ly + 2][lx + 1] + 5 * s[ly + 1][lx + 2];
  }).wait();
  p.expect("numbers", [&](int y, int x) {
    const int up = (y + rows - 1) % rows, left = (x + columns - 1) % columns;
    return p.at(up, left) - 3 * p.at((y + 1) % rows, x) + 5 * p.at(y, (x + 1) % columns);
  });
}

// Such a window in an array with places left over, of tiles that do not all have the rows that the numbers
// are made of: those leave some of the window as it was.
template <class Load>
static void window(const char* name, int high, int wide, Load load) {
  constexpr int columns = 20, rows = 19, pitch = 23, all = rows * columns, tiles = 3;
  std::vector<int> in(all * tiles), out(rows * pitch * tiles, -1), want(out);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = int(i * 2654435761u >> 12);
  const int* const from = in.data();
  int* const to = out.data();
  hc::parallel_for_each(hc::extent<2>(tiles * high, wide).tile(high, wide), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int s[rows][pitch];
    const int ly = t.local[0], lx = t.local[1], tile = t.tile[0];
    for (int k = ly * wide + lx; k < rows * pitch; k += high * wide) s[k / pitch][k % pitch] = -7;
    t.barrier.wait();
    for (int k = ly * 16 + lx; k < all; k += 128) load(s[k / columns], k % columns, from[tile * all + k], k);
    t.barrier.wait();
    for (int k = ly * wide + lx; k < rows * pitch; k += high * wide)
      to[tile * rows * pitch + k] = s[k / pitch][k % pitch];
  }).wait();
  std::fill(want.begin(), want.end(), -7);
  std::vector<bool> has(128);
  for (int ly = 0; ly < high; ++ly)
    for (int lx = 0; lx < wide; ++lx)
      if (ly * 16 + lx < 128) has[ly * 16 + lx] = true;
  for (int tile = 0; tile < tiles; ++tile)
    for (int k = 0; k < all; ++k)
      if (has[k % 128]) load(&want[(tile * rows + k / columns) * pitch], k % columns, in[tile * all + k], k);
  if (out != want && ++failures < 20) std::printf("FAILED window %s, tiles %d x %d\n", name, high, wide);
}

static void windows() {
  for (int high : {4, 8})
    for (int wide : {8, 16}) {
      window("plain", high, wide, [](int* row, int x, int v, int) [[cpu, hc]] { row[x] = v; });
      window("padded", high, wide, [](int* row, int x, int v, int k) [[cpu, hc]] { row[x + 2] = v + k; });
      window("in part", high, wide, [](int* row, int x, int v, int k) [[cpu, hc]] {
        if (v % 3 == k % 2) row[x] = v % 1000;
      });
      window("backwards", high, wide, [](int* row, int x, int v, int) [[cpu, hc]] { row[19 - x] = v; });
    }
}

int main() {
  windows();
  for (int rows : {1, 5, 16, 47})
    for (int columns : {1, 8, 33, 70}) {
      for (int high : {4, 16})
        for (int wide : {8, 16, 20}) {
          Picture p(rows, columns, high, wide);
          edges(p);
          if (wide <= 16) {
            overlapping(p);
            if (high == 16 && wide == 16) rounds(p);
          }
        }
      Picture p(rows, columns, 16, 16);
      of_sixteen(p);
      numbers(p);
    }
  std::printf(failures ? "FAILED %d\n" : "PASSED\n", failures);
  return failures != 0;
}
