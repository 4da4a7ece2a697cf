#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include "Algorithms.h"
using namespace mini;
struct rec_t {
  int key;
  float w;
};
struct by_w_desc {
  bool operator()(const rec_t& a, const rec_t& b) const restrict(cpu, amp) {
    return b.w < a.w || (b.w == a.w && a.key < b.key);
  }
};
struct saxpy {
  float a;
  explicit saxpy(float x) : a(x) {}
  float operator()(const amp::pair_ref<float, float>& p) const restrict(cpu, amp) { return a * p.a + p.b; }
};
static int errors;
static void expect(bool ok, const char* what) {
  if (!ok) {
    std::printf("wrong: %s\n", what);
    ++errors;
  }
}
int main() {
  try {
    const int n = 1000;
    std::vector<int> h(n);
    std::srand(7);
    std::generate(h.begin(), h.end(), [] { return std::rand() % 5000; });
    amp::device_vector<int> d(h.begin(), h.end()), e(n);
    amp::transform(d.begin(), d.end(), e.begin(), amp::square<int>());
    for (int i = 0; i < n; i += 37) expect(e[i] == h[i] * h[i], "transform");
    expect(amp::reduce(d.begin(), d.end(), 10, amp::plus<int>()) == std::accumulate(h.begin(), h.end(), 10),
           "reduce");
    expect(amp::reduce(d.begin(), d.begin() + 5, 1.5, amp::plus<double>()) ==
               std::accumulate(h.begin(), h.begin() + 5, 1.5),
           "reduce of five as double");
    expect(amp::reduce(amp::counting_iterator<unsigned>(1), amp::counting_iterator<unsigned>(101), 0u,
                       amp::plus<unsigned>()) == 5050,
           "counting");
    expect(amp::transform_reduce(
               amp::counting_iterator<int>(1), amp::counting_iterator<int>(11),
               [](int x) restrict(cpu, amp) { return x * 0.5f; }, 0.f, amp::plus<float>()) == 27.5f,
           "transform_reduce");
    expect(amp::inner_product(d.begin(), d.begin() + 100, amp::counting_iterator<int>(0), 0) ==
               std::inner_product(
                   h.begin(), h.begin() + 100,
                   [] {
                     static std::vector<int> c(100);
                     std::iota(c.begin(), c.end(), 0);
                     return c.begin();
                   }(),
                   0),
           "inner_product");
    amp::sort(d.begin(), d.end());
    std::sort(h.begin(), h.end());
    expect(d.host() == h, "sort");
    amp::sort(d.begin() + 10, d.end(), [](int a, int b) restrict(cpu, amp) { return a > b; });
    expect(std::is_sorted(d.host().begin() + 10, d.host().end(), std::greater<int>()), "sort with lambda");
    std::vector<rec_t> r(333);
    for (int i = 0; i < 333; ++i) {
      r[i].key = i;
      r[i].w = float(i * 31 % 17);
    }
    amp::device_vector<rec_t> dr(r.begin(), r.end());
    amp::sort(dr.begin(), dr.end(), by_w_desc());
    expect(std::is_sorted(dr.host().begin(), dr.host().end(), by_w_desc()), "sort records");
    std::vector<float> x(50, 2.f), y(50, 1.f);
    amp::device_vector<float> dx(x.begin(), x.end()), dy(y.begin(), y.end()), dz(50);
    amp::transform(amp::make_zip(dx.begin(), dy.begin()), amp::make_zip(dx.end(), dy.end()), dz.begin(),
                   saxpy(3.f));
    expect(dz[49] == 7.f, "zip");
    expect(amp::control::get_default().launches > 50, "launches");
  } catch (const concurrency::runtime_exception& ex) {
    std::printf("%s\n", ex.what());
    return 2;
  }
  std::printf("%s: %d errors\n", errors ? "FAILED" : "PASSED", errors);
  return errors ? EXIT_FAILURE : EXIT_SUCCESS;
}
