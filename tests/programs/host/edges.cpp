// Kernels that ask about their ids, at edges, with limits of all kinds, and take them apart. Each is run by
// the host target and as a plain loop, for rows of many lengths; the results must be the same.
#include <climits>
#include <cstdio>
#include <hc.hpp>
#include <vector>

static constexpr int MARGIN = 4096;  // cells before and after what is addressed
static constexpr int COLUMNS[] = {1, 7, 31, 64, 133};
static constexpr int LIMITS[] = {INT_MIN, INT_MIN + 2, -70000, -40,   -1,          0,      1,
                                 2,       5,           16,     31,    63,          64,     100,
                                 132,     133,         134,    70000, INT_MAX - 1, INT_MAX};

struct Picture {
  const int* in;
  int* out;
  int rows, columns;
  int a, b, c;  // limits
  long long wide;
  int at(int y, int x) const [[cpu, hc]] { return in[y * columns + x]; }
};

static int plus(int v, int k) [[cpu, hc]] { return int(unsigned(v) + unsigned(k)); }  // may wrap

static int failures = 0;

template <class Body>
static void check(const char* name, Body body) {
  std::vector<int> cells(3 * MARGIN), got(3 * MARGIN), want(3 * MARGIN);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = int(i * 2654435761u >> 8);
  int turn = 0;
  for (int columns : COLUMNS)
    for (int rows : {1, 9})
      for (int a : LIMITS)
        for (int b : LIMITS) {
          Picture p{cells.data() + MARGIN, nullptr, rows, columns, a, b, LIMITS[turn++ % 20] % 200, 0};
          p.wide = (static_cast<long long>(a) << (turn % 3 ? 0 : 20)) + b;
          std::fill(got.begin(), got.end(), -1);
          std::fill(want.begin(), want.end(), -1);
          p.out = want.data() + MARGIN;
          for (int y = 0; y < rows; ++y)
            for (int x = 0; x < columns; ++x) body(p, y, x);
          p.out = got.data() + MARGIN;
          hc::parallel_for_each(hc::extent<2>(rows, columns), [=](hc::index<2> i) [[hc]] {
            body(p, i[0], i[1]);
          }).wait();
          if (got == want) continue;
          if (++failures < 20)
            std::printf("FAILED %s: %d x %d, a %d, b %d, c %d, wide %lld\n", name, rows, columns, a, b, p.c,
                        p.wide);
        }
}

#define KERNEL(name, ...)                                       \
  check(#name, [](const Picture& p, int y, int x) [[cpu, hc]] { \
    int& out = p.out[y * p.columns + x];                        \
    __VA_ARGS__                                                 \
  })

// --- multiples of ids: bounds, and every n-th work-item -------------------------------------------------
struct Numbers {
  int a, b, c;  // c is not 0
};

// body(value, id, numbers) changes the value of one work-item, in global memory and in a tile's.
template <class Body>
static void check_multiples(const char* name, Body body) {
  constexpr int size = 48, tiles = 3, all = size * tiles;
  static const int numbers[] = {-130, -48, -9, -2, -1, 0, 1, 2, 3, 7, 8, 15, 16, 31, 47, 64, 127, 500};
  std::vector<int> got(2 * all), want(2 * all);
  for (int a : numbers)
    for (int b : numbers)
      for (int c : {-16, -1, 1, 3, 8, 47, 100}) {
        const Numbers n{a, b, c};
        for (int i = 0; i < all; ++i) {
          want[i] = want[all + i] = i;
          body(want[i], i, n);
          body(want[all + i], i % size, n);
        }
        int* const out = got.data();
        hc::parallel_for_each(hc::extent<1>(all), [=](hc::index<1> i) [[hc]] { out[i[0]] = i[0]; }).wait();
        hc::parallel_for_each(hc::extent<1>(all), [=](hc::index<1> i) [[hc]] {
          body(out[i[0]], i[0], n);
        }).wait();
        hc::parallel_for_each(hc::extent<1>(all).tile(size), [=](hc::tiled_index<1> i) [[hc]] {
          tile_static int values[size];
          values[size - 1 - i.local[0]] = i.global[0] - 2 * i.local[0] + size - 1;
          i.barrier.wait();
          body(values[i.local[0]], i.local[0], n);
          i.barrier.wait();
          out[all + i.global[0] - 2 * i.local[0] + size - 1] = values[size - 1 - i.local[0]];
        }).wait();
        if (got != want && ++failures < 20) std::printf("FAILED %s: a %d, b %d, c %d\n", name, a, b, c);
      }
}

#define MULTIPLE(name, condition)                                             \
  check_multiples(name, [](int& value, int i, const Numbers& n) [[cpu, hc]] { \
    if (condition) value = value * 3 + n.a;                                   \
  })

static void multiples() {
  MULTIPLE("below", (i + 1) * n.a * 2 - 1 < n.b);
  MULTIPLE("at most", n.a - i * n.c <= n.b);
  MULTIPLE("above", (i * n.a - n.c) * 3 > n.b);
  MULTIPLE("at least", n.b <= (i << 3) + n.a);
  MULTIPLE("equal", (i + n.c) * n.b == n.a);
  MULTIPLE("both", i * n.b < n.a && (i - n.b) * 2 >= n.c);
  MULTIPLE("constants", 3 * i + 2 < 100 && i * -2 + 7 <= n.a);
  MULTIPLE("remainder", i % n.c == 0);
  MULTIPLE("of a sum", (i + n.b) % n.c == n.a);
  MULTIPLE("of unsigned numbers", unsigned(i) % unsigned(n.c) == unsigned(n.a));
  MULTIPLE("of an unsigned sum", (unsigned(i) + unsigned(n.b)) % unsigned(n.c) == 2u);
  MULTIPLE("of bits", (i & n.a) == 0);
  MULTIPLE("of some bits", (i & n.a) == n.b);
  MULTIPLE("of bits of a sum", ((i + n.b) & (2 * n.a - 1)) == n.c);
  MULTIPLE("of constant bits", ((i + n.b) & 15) == 3);
  MULTIPLE("of a constant", i % 12 == 5 && i * n.c < n.b);
  MULTIPLE("of 64 bits", (static_cast<long long>(i) + n.b) % n.c == 0);
  MULTIPLE("of two", i % n.c == 0 && (i & n.a) == 0);
  MULTIPLE("even, and about data", i % 2 == (n.a & 1) && value * n.b > n.a);
  MULTIPLE("odd, and about data", (i & 1) != 0 && value % 3 == 1);
}

// --- numbers that are taken apart ------------------------------------------------------------------------
struct Table {
  int at[2 * 160];
  constexpr Table() : at() {
    for (int i = 0; i < 320; ++i) at[i] = i * 7919 % 1009;
  }
};
static constexpr Table table;

#define PARTS(name, ...) \
  check_multiples(name, [](int& value, int i, const Numbers& n) [[cpu, hc]] { __VA_ARGS__; })

static void parts() {
  PARTS("rows", value += table.at[i / 40] * 5 + table.at[i % 40]);
  PARTS("rows of a width", value += (i + n.a) / n.c * 1009 + (i + n.a) % n.c);
  PARTS("places", value += table.at[i / 33 * 40 + i % 33 + (n.c & 3)]);
  PARTS("negative numbers", value += table.at[160 + (i + n.a) % 60] + (i - n.b) / 35);
  PARTS("unsigned numbers", value += int(unsigned(i) / 48u * 3u + table.at[unsigned(i) % 48u] +
                                         (unsigned(i) + unsigned(n.a)) / 36u));
  PARTS("bits", value += table.at[i & 63] + (i >> 5) * n.a + ((i + n.b) >> 6) + ((i + n.a) & 127));
  PARTS("multiples", value += (3 * i + n.a) / 70 - table.at[160 + (n.b - 2 * i) % 80]);
  PARTS("64 bits", value += int((i + (1LL << 31) * n.a) / 50 + (i + (1LL << 31) * n.b) % n.c));
  PARTS("where it may be", if (n.a > 0) value += i / n.a * 3 + table.at[i % n.a]; else value -= 1);
  PARTS("the greatest", value += (i + (INT_MAX - 200)) / 41 + (i + (INT_MAX - 200)) % 41);
  PARTS("the least", value ^= (INT_MIN + i) / 41 + (INT_MIN + i) % (n.c > 0 ? n.c : 9));
  PARTS("over", value += int(unsigned(INT_MAX - 20 + n.b / 500) + unsigned(i)) % 43);
  PARTS("over with other sums", value += table.at[(unsigned(i) + unsigned(n.a) + unsigned(n.b)) % 48u] +
                                         int((unsigned(n.a) - unsigned(i) + 100u) / 37u));
  PARTS("over below zero", value += table.at[160 + plus(plus(i, n.a), n.b) % 64] + plus(n.b, -i) / 50);
  PARTS("in a loop",
        for (int k = 0; k < (n.a & 3); ++k) value = value * 3 + table.at[i / 39 + k] + table.at[i % 39]);
  PARTS("of parts", value += table.at[i / 36 % 3 * 36 + i % 36] + i % 72 / 36);
}

// --- edges that compilers write as arithmetic: |x|, bits of a sign, a question that is added ---------------
static int mirrored(int x, int n) [[cpu, hc]] {
  if (x < 0) x = -x;
  return x >= n ? 2 * n - 2 - x : x;
}

static int reflected(int x, int n) [[cpu, hc]] {
  if (x < 0) x = -1 - x;
  return x >= n ? 2 * n - 1 - x : x;
}

static int around(int x, int n) [[cpu, hc]] {
  if (x < 0) x += n;
  return x >= n ? x - n : x;
}

static void sides() {
  KERNEL(mirror, int sum = 0;
         for (int k = -3; k <= 3; ++k) sum = sum * 3 + p.at(y, mirrored(x + k, p.columns)); out = sum;);
  KERNEL(reflect, int sum = 0; for (int k = -2; k <= 2; ++k) sum =
                                   sum * 3 + p.at(reflected(y + k, p.rows), reflected(x + k, p.columns));
         out = sum;);
  KERNEL(goes_round, int sum = 0;
         for (int k = -1; k <= 1; ++k) sum = sum * 3 + p.at(around(y - k, p.rows), around(x + k, p.columns));
         out = sum + p.at(y, around(x - 32, 64)););
  KERNEL(of_limits, const int at = mirrored(x - (p.a & 63), 64);
         out = p.at(y, at) + p.at(y, around(x - (p.b & 127), 128) + (x != p.c) - (x == p.a)););
  KERNEL(over_mirrors, out = p.at(y, mirrored(plus(x, p.a), 50) & 255) + (plus(x, p.b) < 0 ? 64 : 0););
  KERNEL(beside, out = p.at(y, x + (x > p.c)) - p.at(y + (y != 0), x - (x != 0)) * (x < p.columns - 1););
}

// --- work-items that take turns ------------------------------------------------------------------------
static void turns() {
  KERNEL(halves, p.out[y * p.columns + x % 2 * ((p.columns + 1) / 2) + x / 2] = p.at(y, x) + p.c;);
  KERNEL(quarters, p.out[(y * 4 + (x & 3)) * 64 + (x >> 2)] = p.at(y, x) - p.at(y, x / 4););
  KERNEL(twice, out = p.at(y / 2, x / 2) + p.at(y, x + x / 2););
  KERNEL(colours, if ((x + y) % 2 == (p.c & 1)) out = p.at(y, x - 1) + p.at(y, x + 1); else out = -p.c;);
  KERNEL(every_fourth, if (((x + y + 3) & 3) == 2 && x < p.a) out = p.at(y, x) * 3 + p.at(y, (x + 1) / 2););
  KERNEL(of_limits_2, if (x % 4 == p.a) out = p.at(y, x % 2) + 1; else if (x / 2 == p.b) out = 5;);
  KERNEL(below_zero, out = p.at(y, (x + (p.a & 15) - 8) % 2) + p.at(y, (x - 40) / 4);
         if ((x - p.c) % 2 == 1) out += 7;);
}

int main() {
  KERNEL(inner, if (x > 0 && x < p.columns - 1 && y > 0 && y < p.rows - 1) out =
                    p.at(y, x - 1) + p.at(y - 1, x) + p.at(y + 1, x) - p.at(y, x + 1);
         else out = p.at(y, x););
  KERNEL(
      border, if (x == 0 || y == 0 || x == p.columns - 1 || y == p.rows - 1) {
        out = p.at(y, x) ^ 5;
        return;
      } out = p.at(y - 1, x - 1) + p.at(y + 1, x + 1););
  KERNEL(signed, if (x < p.a && x >= p.b) out = p.at(y, x) + 1; else out = p.at(y, x + 3););
  KERNEL(reversed, if (p.a > x || p.b <= x) out = p.at(y, x) * 3; else out = p.at(y, x - 2););
  KERNEL(unequal, if (x != p.a && y != p.b) out = p.at(y, x) + 1; else out = p.at(y, x + 3););
  KERNEL(equal, if (x == p.a || x + 1 == p.b) out = p.at(y, x) * 7; else out = p.at(y, x + 3););
  KERNEL(unsigned,
         if (unsigned(x - 1) < unsigned(p.a) || unsigned(x) + 3u > unsigned(p.b)) out = p.at(y, x) + 2;
         else out = p.at(y, x + 1););
  KERNEL(wraps, if (unsigned(x) + unsigned(p.a) < 40u) out = p.at(y, x) + 2;
         else if (unsigned(x) * 3u + unsigned(p.b) <= unsigned(p.a)) out = p.at(y, x + 1); else out = 9;);
  KERNEL(wide, if (x + 7LL < p.wide) out = p.at(y, x) + 2; else out = p.at(y, x + 1);
         if (std::size_t(x) >= std::size_t(p.wide)) out += p.at(y, x - 1););
  KERNEL(scaled, if (2 * x + 1 < p.c + y) out = p.at(y, x) + 2; else out = p.at(y, x + 1);
         if (x * 8 - p.c > 100) out ^= p.at(y, x + 2););
  KERNEL(falling, if (p.c - x > 3) out = p.at(y, x) + 2; else out = p.at(y, x - 1);
         if (100 - 3 * x < p.c) out ^= p.at(y, x + 2););
  KERNEL(choices, int l = x > 0 ? p.at(y, x - 1) : 0; int r = x + 1 < p.columns ? p.at(y, x + 1) : p.a;
         int u = y > 0 ? p.at(y - 1, x) : p.b; out = l - r + u;);
  KERNEL(with_flags, const bool some = p.in[p.c] & 1; if (some && x > 2 && x < p.c) out = p.at(y, x - 2);
         else out = 1; if ((y & 1) || x >= p.a) out += p.at(y, x + 4););
  KERNEL(
      window, int sum = 0; const int r = (p.c & 3) + 1;
      for (int dy = -r; dy <= r; ++dy) for (int dx = -r; dx <= r; ++dx) {
        const int v = y + dy, u = x + dx;
        if (v >= 0 && v < p.rows && u >= 0 && u < p.columns) sum = sum * 3 + p.at(v, u);
      } out = sum;);
  KERNEL(
      window3, int sum = 0; for (int dy = -1; dy <= 1; ++dy) for (int dx = -1; dx <= 1; ++dx) {
        const unsigned v = unsigned(y + dy), u = unsigned(x + dx);
        if (v < unsigned(p.rows) && u < unsigned(p.columns)) sum = sum * 3 + p.at(int(v), int(u));
      } out = sum;);
  KERNEL(
      rows_of_loops, int sum = 0; for (int k = 0; k < (p.c & 7); ++k) {
        if (x + k < p.c && y > 0)
          sum += p.at(y - 1, x + k);
        else
          sum ^= k;
      } out = sum;);
  KERNEL(
      leaves, int sum = 0; for (int k = 0; k < 9; ++k) {
        if (x + k >= p.a) break;
        if (x == p.b + k) continue;
        sum += p.at(y, x) * (k + 1);
      } out = sum;);
  KERNEL(over, if (plus(x, p.a) < p.c) out = p.at(y, x) + 2; else out = p.at(y, x + 1);
         if (plus(x, p.b) > -5) out ^= p.at(y, x + 2););
  KERNEL(over_equal, if (plus(x, p.a) != p.b) out = p.at(y, x) + 2; else out = p.at(y, x + 1);
         if (plus(x * 4, p.b) == p.a + 1LL) out ^= p.at(y, x + 2););
  KERNEL(
      over_loops, int sum = 0; for (int k = 0; k < (p.c & 7); ++k) {
        if (plus(x + k, p.a) < p.c)
          sum += p.at(y, x + k);
        else
          sum ^= k;
      } out = sum;);
  KERNEL(at_most, if (x <= p.a) out = p.at(y, x) + 2; else out = p.at(y, x + 1);
         if (unsigned(x + 1) <= unsigned(p.b)) out ^= p.at(y, x + 2););
  KERNEL(framed, if (x < p.c || y < p.b || x >= p.columns - p.c || y >= p.rows - p.c) out = p.at(y, x);
         else out = p.at(y - 1, x - 1) + p.at(y + 1, x + 1););
  KERNEL(within, if (x >= p.a && x < p.c && y >= p.b) out = p.at(y, x) + 2; else out = p.at(y, x + 1););
  KERNEL(unsigned_frame, if (unsigned(x) < unsigned(p.a) ||
                             unsigned(x) >= unsigned(p.columns) - unsigned(p.b)) out = p.at(y, x) + 2;
         else out = p.at(y, x - 1) * 3;);
  KERNEL(unsigned_within, if (unsigned(x) >= unsigned(p.a) && unsigned(x) < 100u) out = p.at(y, x) + 2;
         else if (unsigned(x - 30) > unsigned(p.b) && unsigned(x + 5) <= 90u) out = p.at(y, x + 1);
         else out = 9;);
  KERNEL(negative_first, if (unsigned(x - p.c) < unsigned(p.a) || x == p.b) out = p.at(y, x) + 2;
         else out = p.at(y, x + 1););
  KERNEL(far,
         if (unsigned(plus(x, p.a)) >= unsigned(p.c) && unsigned(plus(x, p.a)) < 500u) out = p.at(y, x) + 2;
         else if (std::size_t(x) + 3 > std::size_t(p.wide) && std::size_t(x) < 70) out = p.at(y, x + 1);
         else out = 9;);
  KERNEL(flat, const int i = y * p.columns + x; const int v = i / 37, u = i % 37;
         if (v == 0 || u == 0 || v == 5 || u == 36) out = p.at(y, x); else out = p.at(y, x + 1) * 3 + u;);
  KERNEL(framed_loops, const int r = (p.c & 3) + 1; int sum = 0;
         if (x < r || y < r || x >= p.columns - r || y >= p.rows - r) sum = p.at(y, x);
         else for (int dy = -r; dy <= r; ++dy) for (int dx = -r; dx <= r; ++dx) sum =
             sum * 3 + p.at(y + dy, x + dx);
         out = sum;);
  sides();
  turns();
  multiples();
  parts();
  std::printf(failures ? "FAILED %d\n" : "PASSED\n", failures);
  return failures != 0;
}
