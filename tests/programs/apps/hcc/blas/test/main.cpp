// Each function of the library, in both precisions, against the reference.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "reference.h"

#define CHECKED(call)                                                           \
  do {                                                                          \
    mblas_status status_ = (call);                                              \
    if (status_ != MBLAS_SUCCESS) {                                             \
      std::printf("FAILED: %s gives %d (line %d)\n", #call, status_, __LINE__); \
      std::exit(2);                                                             \
    }                                                                           \
  } while (false)

static std::mt19937 engine(31);

template <typename T>
std::vector<T> random_values(size_t n) {
  std::uniform_real_distribution<T> distribution(-1, 1);
  std::vector<T> v(n);
  for (T& x : v) x = distribution(engine);
  return v;
}

// A vector on the accelerator for the time of a test.
template <typename T>
class device_vector {
 public:
  device_vector(mblas_handle h, const std::vector<T>& host) : h(h), n(host.size()) {
    CHECKED(mblas_malloc(h, (void**)&p, n * sizeof(T)));
    CHECKED(mblas_set(h, n * sizeof(T), host.data(), p));
  }
  ~device_vector() { mblas_free(h, p); }
  operator T*() const { return p; }
  std::vector<T> get() const {
    std::vector<T> host(n);
    CHECKED(mblas_get(h, n * sizeof(T), p, host.data()));
    return host;
  }

 private:
  mblas_handle h;
  size_t n;
  T* p = nullptr;
};

template <typename T>
struct api;

#define API(T, t)                                                                                      \
  template <>                                                                                          \
  struct api<T> {                                                                                      \
    static constexpr const char* name() { return #T; }                                                 \
    static constexpr decltype(&mblas_##t##axpy) axpy = mblas_##t##axpy;                                \
    static constexpr decltype(&mblas_##t##scal) scal = mblas_##t##scal;                                \
    static constexpr decltype(&mblas_##t##copy) copy = mblas_##t##copy;                                \
    static constexpr decltype(&mblas_##t##swap) swap = mblas_##t##swap;                                \
    static constexpr decltype(&mblas_##t##dot) dot = mblas_##t##dot;                                   \
    static constexpr decltype(&mblas_##t##asum) asum = mblas_##t##asum;                                \
    static constexpr decltype(&mblas_##t##nrm2) nrm2 = mblas_##t##nrm2;                                \
    static constexpr decltype(&mblas_i##t##amax) amax = mblas_i##t##amax;                              \
    static constexpr decltype(&mblas_##t##gemv) gemv = mblas_##t##gemv;                                \
    static constexpr decltype(&mblas_##t##ger) ger = mblas_##t##ger;                                   \
    static constexpr decltype(&mblas_##t##trsv) trsv = mblas_##t##trsv;                                \
    static constexpr decltype(&mblas_##t##gemm) gemm = mblas_##t##gemm;                                \
    static constexpr decltype(&mblas_##t##gemm_batched) gemm_batched = mblas_##t##gemm_batched;        \
  };

API(float, s)
API(double, d)

template <typename T>
class tester {
 public:
  explicit tester(mblas_handle h) : worst(0), h(h) {}

  void level1(int n) {
    std::vector<T> x = random_values<T>(2 * n), y = random_values<T>(3 * n), expected = y;
    device_vector<T> dx(h, x), dy(h, y);

    CHECKED(api<T>::axpy(h, n, T(1.5), dx, 2, dy, -3));
    reference<T>::axpy(n, T(1.5), x, 2, expected, -3);
    compare("axpy", dy.get(), expected, 1);

    T result = 0;
    CHECKED(api<T>::dot(h, n, dx, -1, dy, 1, &result));
    compare("dot", result, reference<T>::dot(n, x, -1, expected, 1), n);
    CHECKED(api<T>::asum(h, n, dx, 1, &result));
    compare("asum", result, reference<T>::asum(n, x), n);
    CHECKED(api<T>::nrm2(h, n, dx, 1, &result));
    compare("nrm2", result, std::sqrt(reference<T>::dot(n, x, 1, x, 1)), n);
    int place = 0;
    CHECKED(api<T>::amax(h, n, dx, 1, &place));
    compare("amax", T(place), T(reference<T>::amax(n, x)), 0);

    CHECKED(api<T>::swap(h, n, dx, 1, dy, 1));
    CHECKED(api<T>::scal(h, n, T(-2), dx, 1));
    CHECKED(api<T>::copy(h, n, dx, 1, dy, 2));
    std::vector<T> got = dy.get();
    for (int i = 0; i < n; ++i) compare("swap, scal, copy", got[2 * i], T(-2) * expected[i], 1);
  }

  void level2(int m, int n) {
    std::vector<T> a = random_values<T>(size_t(m) * n), x = random_values<T>(m + n), y = random_values<T>(m + n);
    device_vector<T> da(h, a), dx(h, x), dy(h, y);
    CHECKED(api<T>::gemv(h, MBLAS_N, m, n, T(0.5), da, m, dx, -1, T(2), dy, 1));
    reference<T>::gemv(MBLAS_N, m, n, T(0.5), a, x, -1, T(2), y, 1);
    CHECKED(api<T>::gemv(h, MBLAS_T, m, n, T(-1), da, m, dx, 1, T(0.25), dy, -1));
    reference<T>::gemv(MBLAS_T, m, n, T(-1), a, x, 1, T(0.25), y, -1);
    compare("gemv", dy.get(), y, m + n);

    CHECKED(api<T>::ger(h, m, n, T(3), dx, 1, dy, 1, da, m));
    reference<T>::ger(m, n, T(3), x, y, a);
    compare("ger", da.get(), a, m + n);
  }

  void triangular(int n, mblas_fill fill) {
    std::vector<T> a = random_values<T>(size_t(n) * n), x = random_values<T>(n);
    for (int c = 0; c < n; ++c)
      for (int r = 0; r < n; ++r) {
        T& value = a[c * n + r];
        if (r == c)
          value = T(n);
        else if ((r < c) == (fill == MBLAS_LOWER))
          value = 0;
      }
    std::vector<T> right(n);
    reference<T>::gemv(MBLAS_N, n, n, T(1), a, x, 1, T(0), right, 1);
    device_vector<T> da(h, a), db(h, right);
    CHECKED(api<T>::trsv(h, fill, n, da, n, db, 1));
    compare("trsv", db.get(), x, n);
  }

  void level3(int m, int n, int k) {
    for (int which = 0; which < 4; ++which) {
      const mblas_operation ta = which & 1 ? MBLAS_T : MBLAS_N, tb = which & 2 ? MBLAS_T : MBLAS_N;
      std::vector<T> a = random_values<T>(m * k), b = random_values<T>(k * n), c = random_values<T>(m * n);
      device_vector<T> da(h, a), db(h, b), dc(h, c);
      CHECKED(api<T>::gemm(h, ta, tb, m, n, k, T(2), da, ta == MBLAS_N ? m : k, db, tb == MBLAS_N ? k : n, T(-1), dc, m));
      reference<T>::gemm(ta, tb, m, n, k, T(2), a.data(), b.data(), T(-1), c.data());
      compare("gemm", dc.get(), c, k);
    }
  }

  void batched(int size, int batches) {
    const int stride = size * size;
    std::vector<T> a = random_values<T>(stride * batches), b = random_values<T>(stride * batches), c(stride * batches);
    device_vector<T> da(h, a), db(h, b), dc(h, c);
    CHECKED(api<T>::gemm_batched(h, size, size, size, T(1), da, stride, db, stride, T(0), dc, stride, batches));
    for (int i = 0; i < batches; ++i)
      reference<T>::gemm(MBLAS_N, MBLAS_N, size, size, size, T(1), &a[i * stride], &b[i * stride], T(0), &c[i * stride]);
    compare("gemm_batched", dc.get(), c, size);
  }

  double worst;  // in units of the tolerance

 private:
  void compare(const char* what, T got, T expected, int terms) {
    const double tolerance = std::numeric_limits<T>::epsilon() * (4 + 2.0 * terms);
    const double error = std::fabs(double(got) - expected) / (1 + std::fabs(double(expected))) / tolerance;
    if (!(error <= worst)) {
      worst = error;
      if (!(error <= 1)) std::printf("  %s %s: %g for %g\n", api<T>::name(), what, double(got), double(expected));
    }
  }

  void compare(const char* what, const std::vector<T>& got, const std::vector<T>& expected, int terms) {
    for (size_t i = 0; i < expected.size(); ++i) compare(what, got[i], expected[i], terms);
  }

  mblas_handle h;
};

template <typename T>
double run(mblas_handle h, int size) {
  tester<T> t(h);
  for (int n : {1, 100, 5000}) t.level1(n);
  t.level2(size, size / 2 + 1);
  t.level2(3, size);
  t.triangular(size, MBLAS_LOWER);
  t.triangular(size, MBLAS_UPPER);
  t.level3(size, size / 2, size / 3);
  t.level3(17, 33, 5);
  t.batched(20, 6);
  return t.worst;
}

int main(int argc, char** argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 96;
  mblas_handle handle;
  if (mblas_sscal(nullptr, 1, 2.0f, nullptr, 1) != MBLAS_NOT_INITIALIZED) {
    std::printf("FAILED: a null handle is taken\n");
    return 1;
  }
  CHECKED(mblas_create(&handle));
  const double single = run<float>(handle, size);
  const double twice = run<double>(handle, size);
  CHECKED(mblas_synchronize(handle));
  CHECKED(mblas_destroy(handle));
  const bool passed = single <= 1 && twice <= 1;
  std::printf("%s: worst error %.3f (float), %.3f (double) of what is allowed\n", passed ? "PASSED" : "FAILED", single,
              twice);
  return passed ? 0 : 1;
}
