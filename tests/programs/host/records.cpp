// Work-items that each write numbers side by side: with arrays apart, in place, and overlapping within what
// belongs to one work-item. Each is run by the host target and as a plain loop.
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
  check<T>("reversed", [](const T* f, T* c, int i, int) [[cpu, hc]] {
    for (int k = 0; k < 8; ++k) c[i * room + k] = f[i * room + 7 - k] + T(1);
  });
}

int main() {
  kernels<float>();
  kernels<double>();
  std::printf(failures ? "FAILED %d\n" : "PASSED\n", failures);
  return failures != 0;
}
