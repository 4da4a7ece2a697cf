#include "hc_functions.h"

int level = 5;
extern const int limits[3] = {10, 20, 30};
static int factor = 1;
void set_factor(int value) { factor = value; }

namespace {
struct Pair {
  int first, second;
};
}  // namespace
int of_pair(Pair p) [[hc]] { return p.first + p.second; }  // no other unit can name its type
static int scaled(int x) [[hc]] { return x * factor; }

float sum(Row row) [[hc]] {
  float s = 0;
  for (int i = 0; i < row.count; ++i) s += row.value[i];
  return s;
}
[[cpu, hc]] int twice(int x) { return 2 * x; }
void add_level(int& x, const Row* row) [[hc]] { x += scaled(of_pair({row->count, level})); }
int ping(int n) { return pong(n) + 1; }
extern "C" int plain_c(int x) [[hc]] { return x + five_times(1); }
template <class T>
T half(T x) [[hc]] {
  return x / 2;
}
template float half<float>(float);

static int local(int k) {  // b has a function and a kernel of the same names
  hc::array_view<int> v(8);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = i[0] + k; });
  return v[7];
}
int run_a() { return local(1) * 100 + kernel_of_header(1); }
