// Functions that kernels and the host both run, and that note what they compute: the notes must be alike.
#ifndef TESTS_PROGRAMS_HEADERS_RECORD_HPP
#define TESTS_PROGRAMS_HEADERS_RECORD_HPP

#include <cmath>
#include <cstdio>
#include <hc.hpp>

#include "check.hpp"

struct Record {
  static constexpr int most = 96;
  double value[most];
  int count;

  template <class T>
  void operator()(T x) [[cpu, hc]] {
    if (count < most) value[count] = static_cast<double>(x);
    ++count;
  }
};

inline bool alike(double a, double b, double tolerance) {
  return a == b || (a != a && b != b) || std::fabs(a - b) <= tolerance * (1 + std::fabs(b));
}

// f(i, record) for each i below n, in a kernel and here.
template <class F>
void compare(const char* name, F f, double tolerance = 0, int n = 24) {
  hc::array_view<Record> got(n);
  got.discard_data();
  hc::parallel_for_each(got.get_extent(), [=](hc::index<1> i) [[hc]] {
    Record& r = got[i];
    r.count = 0;
    f(i[0], r);
  });
  for (int i = 0; i < n; ++i) {
    Record want;
    want.count = 0;
    f(i, want);
    const Record& r = got[i];
    CHECK(r.count == want.count && want.count <= Record::most);
    for (int k = 0; k < want.count && k < Record::most; ++k) {
      if (alike(r.value[k], want.value[k], tolerance)) continue;
      std::printf("%s(%d), note %d: %.17g, not %.17g\n", name, i, k, r.value[k], want.value[k]);
      CHECK(false);
    }
  }
}
#define COMPARE(f, ...) compare(#f, [](int i, Record& r) [[cpu, hc]] { f(i, r); }, ##__VA_ARGS__)

#endif
