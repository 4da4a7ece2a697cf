// Device functions that hc_a.cpp and hc_b.cpp define, and hc_main.cpp's kernels use.
#pragma once
#include <hc.hpp>

struct Row {
  float value[6];
  int count;
};

float sum(Row row) [[hc]];
[[cpu, hc]] int twice(int x);
void add_level(int& x, const Row* row) [[hc]];
int ping(int n) [[hc]];  // a
int pong(int n) [[hc]];  // b; it calls a's plain_c
extern "C" int plain_c(int x) [[hc]];
int reduce(int x, hc::tiled_index<1>& t) [[hc]];
template <class T>
T half(T x) [[hc]];

[[hc]] extern int level;
extern const int limits[3];
void set_factor(int factor);

namespace deep {
struct Total {
  int total;
  Total(int x) [[hc]];
  ~Total() [[hc]];
  Total& operator+=(int x) [[hc]];
  operator int() const [[hc]];
  static int of(int x) [[hc]];
};
template <class T>
struct Scaled {
  T by;
  T operator()(T x) const [[hc]];
};
}  // namespace deep

inline int five_times(int x) [[hc]] { return x * 5; }

// Each unit that includes this has the kernel.
inline int kernel_of_header(int k) {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = ping(k) + five_times(i[0]); });
  return v[3];
}
int run_a();
int run_b();
