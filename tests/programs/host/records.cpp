// Kernels that the host target runs in another order. Work-items that each write numbers side by side: with
// arrays apart, in place, and overlapping within what belongs to one work-item. Each is run by the host
// target and as a plain loop.
#include <cstdio>
#include <hc.hpp>
#include <vector>

template <class T>
struct Matrix {
  T m[16];
};

template <class T>
static Matrix<T> product(const Matrix<T>& a, const Matrix<T>& b) [[cpu, hc]] {
  Matrix<T> r;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) {
      T sum = 0;
      for (int k = 0; k < 4; ++k) sum += a.m[y * 4 + k] * b.m[k * 4 + x];
      r.m[y * 4 + x] = sum;
    }
  return r;
}

static int failures = 0;
constexpr int room = 40;  // numbers of one work-item

// body(from, to, i, n) touches [room * i, room * (i + 1)), and reads constants after all of these.
template <class T, class Body>
static void check(const char* name, Body body) {
  for (int n : {1, 2, 7, 64, 133})
    for (int apart : {-1, 0, 3, 4}) {  // -1: another array; else the same one, so many numbers further on
      std::vector<T> got(room * (n + 2)), want;
      for (std::size_t i = 0; i < got.size(); ++i) got[i] = T(int(i * 2654435761u >> 27) - 11);
      want = got;
      const std::vector<T> other(got.rbegin(), got.rend());
      const T* const expected = apart < 0 ? other.data() : want.data() + apart;
      for (int i = 0; i < n; ++i) body(expected, want.data(), i, n);
      T* const to = got.data();
      const T* const from = apart < 0 ? other.data() : to + apart;
      hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { body(from, to, i[0], n); }).wait();
      if (got != want) ++failures, std::printf("FAILED %s of %d, %d apart\n", name, n, apart);
    }
}

template <class T>
static void kernels() {
  check<T>("product", [](const T* f, T* c, int i, int) [[cpu, hc]] {
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 4; ++x) {
        T sum = 0;
        for (int k = 0; k < 4; ++k) sum += f[i * room + y * 4 + k] * f[i * room + k * 4 + x];
        c[i * room + 16 + y * 4 + x] = sum;
      }
  });
  check<T>("overlapping product", [](const T* f, T* c, int i, int) [[cpu, hc]] {
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 4; ++x) {
        T sum = 0;
        for (int k = 0; k < 4; ++k) sum += f[i * room + y * 4 + k] - f[i * room + k * 4 + x + 3];
        c[i * room + 5 + y * 4 + x] = sum;
      }
  });
  check<T>("matrix by value", [](const T* f, T* c, int i, int) [[cpu, hc]] {
    const auto* const m = reinterpret_cast<const Matrix<T>*>(f + i * room);
    *reinterpret_cast<Matrix<T>*>(c + i * room) = product(m[0], m[1]);
  });
  check<T>("constants", [](const T* f, T* c, int i, int n) [[cpu, hc]] {
    if (i >= n - 1) return;
    for (int u = 0; u < 8; ++u) {
      T sum = 0;
      for (int k = 0; k < 4; ++k) sum += f[i * room + k] * f[n * room + u * 4 + k];
      c[i * room + 8 + u] = sum;
    }
  });
  check<T>("product of 3 x 3", [](const T* f, T* c, int i, int) [[cpu, hc]] {
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 3; ++x) {
        T sum = 0;
        for (int k = 0; k < 3; ++k) sum += f[i * room + y * 3 + k] * f[i * room + 9 + k * 3 + x];
        c[i * room + 20 + y * 3 + x] = sum;
      }
  });
  check<T>("one after the other", [](const T* f, T* c, int i, int) [[cpu, hc]] {
    c[i * room] = f[i * room + 3] + f[i * room];
    c[i * room + 3] = f[i * room] - f[i * room + 1];
    c[i * room + 1] = f[i * room + 3];
  });
  check<T>("from both sides", [](const T* f, T* c, int i, int n) [[cpu, hc]] {
    const int y = i * 5, x = (n - 1) * 8;  // a row has eight numbers, a work-item five rows
    for (int v = y; v < y + 4; ++v)
      for (int u = x; u < x + 8; ++u) c[v * 8 + u - x] = f[v * 8 + u - x] * T(3) - f[i * room];
  });
  check<T>("transform of 6 x 6", [](const T* f, T* c, int i, int n) [[cpu, hc]] {
    T t[36];
    for (int y = 0; y < 6; ++y)
      for (int u = 0; u < 6; ++u) {
        T sum = 0;
        for (int x = 0; x < 6; ++x) sum += f[i * room + y * 6 + x] * f[n * room + (u * 6 + x) % 32];
        t[y * 6 + u] = sum;
      }
    for (int v = 0; v < 6; ++v)
      for (int u = 0; u < 6; ++u) {
        T sum = 0;
        for (int y = 0; y < 6; ++y) sum += t[y * 6 + u] * f[n * room + (v * 6 + y) % 32];
        c[i * room + v * 6 + u] = sum;
      }
  });
  check<T>("running sums", [](const T* f, T* c, int i, int) [[cpu, hc]] {
    T sum = 0;
    for (int k = i * room; k < i * room + room - 4; ++k) {
      sum += f[k];
      c[k] = sum;
    }
  });
  check<T>("a row", [](const T* f, T* c, int i, int n) [[cpu, hc]] {
    for (int k = 0; k < room - 4; ++k) c[i * room + k] = f[i * room + k] * f[n * room + k / 8] + T(1);
  });
  check<T>("reversed", [](const T* f, T* c, int i, int) [[cpu, hc]] {
    for (int k = 0; k < 8; ++k) c[i * room + k] = f[i * room + 7 - k] + T(1);
  });
}

// --- rounds: loops from an id on, in steps that all have in common ---------------------------------------
struct Steps {
  int limit, stride, offset;
};

// body(out, id, local, steps) adds to out[k] for each k of its rounds.
template <class Body>
static void check_rounds(const char* name, Body body) {
  constexpr int size = 16, all = 48, cells = 600;
  for (int limit : {-3, 0, 1, 15, 16, 17, 48, 100, 599})
    for (int stride : {1, 16, 48, 50, 2000000000})
      for (int offset : {0, 1, 40}) {
        const Steps s{limit, stride, offset};
        std::vector<int> got(cells), want(cells);
        for (int k = 0; k < cells; ++k) got[k] = want[k] = k;
        int* const out = got.data();
        const int items = stride < all ? stride : all;
        const int tiles = stride < size ? 0 : items / size;
        for (int i = 0; i < items; ++i) body(want.data(), i, i, s);
        for (int i = 0; i < tiles * size; ++i) body(want.data(), i, i % size, s);
        hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] {
          body(out, i[0], i[0], s);
        }).wait();
        if (tiles)
          hc::parallel_for_each(hc::extent<1>(tiles * size).tile(size), [=](hc::tiled_index<1> i) [[hc]] {
            tile_static int first[size];
            first[i.local[0]] = i.global[0];
            i.barrier.wait();
            body(out, i.global[0], i.local[0], s);
            if (first[i.local[0]] != i.global[0]) out[0] = -1;
            i.barrier.wait();
          }).wait();
        if (got != want && ++failures < 20)
          std::printf("FAILED %s: limit %d, stride %d, offset %d\n", name, limit, stride, offset);
      }
}

static void rounds() {
#define ROUNDS(name, ...) \
  check_rounds(name, [](int* out, int i, int l, const Steps& s) [[cpu, hc]] { __VA_ARGS__ })
  ROUNDS("plain", for (long long k = i; k < s.limit; k += s.stride) out[k] = out[k] * 3 + 1;);
  ROUNDS("of 32 bits", for (int k = i; k < s.limit; k += s.stride) out[k] = out[k] * 5 - i;);
  ROUNDS("of a tile", const int n = s.limit < 200 ? s.limit : 200; int* const own = out + (i - l) / 16 * 200;
         for (int k = l; k < n; k += s.stride) own[k] += k + 3;);
  ROUNDS("from a place on", for (long long k = i + s.offset; k < s.limit; k += s.stride) out[k] ^= 5;);
  ROUNDS("constant", for (int k = i; k < 500; k += 48) out[k] += s.stride == 48 ? k + i : 0;);
  ROUNDS(
      "with questions", for (long long k = i; k < s.limit; k += s.stride) {
        if (out[k] & 1)
          out[k] += s.offset;
        else
          for (int j = 0; j < i % 3; ++j) out[k] += j + 7;
      });
  ROUNDS("of some", if (i % 3 == 1) for (long long k = i; k < s.limit; k += s.stride) out[k] += 9;);
  ROUNDS("after a return", if (i == 2) return;
         for (long long k = i; k < s.limit; k += s.stride) out[k] += 4;);
  ROUNDS(
      "carried", int sum = l; for (long long k = i; k < s.limit; k += s.stride) {
        sum = sum * 3 + out[k];
        out[k] = sum;
      });
  ROUNDS("twice", for (long long k = i; k < s.limit; k += s.stride) out[k] += 2;
         for (long long k = i; k < s.limit - 1; k += s.stride) out[k] *= 7;);
}

// --- members side by side --------------------------------------------------------------------------------
template <int count>
static void members() {
  for (int n : {1, 8, 23, 64, 133}) {
    std::vector<int> a(count * n), b(count * n), got((count + 1) * n), want(got);
    for (int i = 0; i < count * n; ++i) a[i] = int(i * 2654435761u >> 9), b[i] = 5 * i - 77;
    const int *const from = a.data(), *const by = b.data();
    const auto turned = [=](int* to, int i) [[cpu, hc]] {
      int old[count];
      for (int k = 0; k < count; ++k) old[k] = from[i * count + k];
      for (int k = 0; k < count; ++k) to[i * count + k] = old[(k + 1) % count] * (k + 2) - by[i * count + k];
    };
    const auto sums = [=](int* to, int i) [[cpu, hc]] {
      int sum = 0;
      for (int k = 0; k < count; ++k) sum = sum * 3 + (from[i * count + k] ^ by[i * count + k]);
      to[count * n + i] = sum;
    };
    for (int i = 0; i < n; ++i) turned(want.data(), i), sums(want.data(), i);
    int* const to = got.data();
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { turned(to, i[0]); }).wait();
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { sums(to, i[0]); }).wait();
    if (got != want) ++failures, std::printf("FAILED %d members of %d\n", count, n);
  }
}

// --- loops that count bits -------------------------------------------------------------------------------
static void bits() {
  constexpr int n = 300;
  std::vector<unsigned> data(n);
  std::vector<int> got(5 * n), want(5 * n);
  for (int i = 0; i < n; ++i) data[i] = i < 40 ? (i < 8 ? i : 1u << (i - 8)) : i * 2654435761u;
  const unsigned* const in = data.data();
  const auto count = [=](int* to, int i) [[cpu, hc]] {
    unsigned v = in[i];
    int ones = 0, length = 0, zeros = 0, left = 0;
    for (; v; v &= v - 1) ++ones;
    for (v = in[i]; v >>= 1;) ++length;
    for (v = in[i]; v && !(v & 1); v >>= 1) ++zeros;
    for (v = in[i]; v; v <<= 1) ++left;
    unsigned long long wide = in[i] * 0x100000001ull;
    int both = 0;
    while (wide != 0) wide &= wide - 1, ++both;
    const int found[] = {ones, length, zeros, left, both};
    for (int k = 0; k < 5; ++k) to[5 * i + k] = found[k];
  };
  for (int i = 0; i < n; ++i) count(want.data(), i);
  int* const to = got.data();
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { count(to, i[0]); }).wait();
  if (got != want) ++failures, std::printf("FAILED bits\n");
}

// --- counters of tiles, added to where data says so ------------------------------------------------------
static void appends() {
  constexpr int size = 32, tiles = 4;
  std::vector<int> data(size * tiles), places(2 * size * tiles), counters(4 * tiles);
  for (int i = 0; i < size * tiles; ++i) data[i] = int(i * 2654435761u >> 25) - 40;
  std::vector<int> want_places(places), want(counters);
  for (int t = 0; t < tiles; ++t) {
    want[4 * t + 3] = 100;
    for (int l = 0; l < size; ++l) {
      const int d = data[t * size + l];
      if (d > 3) want_places[2 * t * size + want[4 * t]] = 1, want[4 * t] += 2;
      if (d & 1) want[4 * t + 1] |= 1 << l;
      if (d % 5 == 0) want[4 * t + 2] ^= d;
      if (d <= 30) want[4 * t + 3] -= d;
    }
  }
  const int* const in = data.data();
  int *const out = counters.data(), *const at = places.data();
  hc::parallel_for_each(hc::extent<1>(size * tiles).tile(size), [=](hc::tiled_index<1> i) [[hc]] {
    tile_static int counts[4];
    const int l = i.local[0], t = i.tile[0], d = in[i.global[0]];
    if (l < 4) counts[l] = l == 3 ? 100 : 0;
    i.barrier.wait();
    int place = -1;
    if (d > 3) place = hc::atomic_fetch_add(&counts[0], 2);
    if (d & 1) hc::atomic_fetch_or(&counts[1], 1 << l);
    if (d % 5 == 0) hc::atomic_fetch_xor(&counts[2], d);
    if (d <= 30) hc::atomic_fetch_sub(&counts[3], d);
    i.barrier.wait();
    if (place >= 0) at[2 * t * size + place] += 1;
    if (l < 4) out[4 * t + l] = counts[l];
  }).wait();
  if (counters != want || places != want_places) ++failures, std::printf("FAILED appends\n");
}

int main() {
  appends();
  kernels<float>();
  kernels<double>();
  rounds();
  members<2>();
  members<3>();
  members<4>();
  bits();
  std::printf(failures ? "FAILED %d\n" : "PASSED\n", failures);
  return failures != 0;
}
