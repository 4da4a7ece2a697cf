// rows: hc.captures.arrays_by_reference
#include <hc.hpp>

#include <vector>

#include "check.hpp"

using namespace hc;

struct holder {
  array<int>& data;
  int k;
  void operator()(index<1> i) const [[hc]] { data[i] += k; }
};
int read(const array<int>& a, int i) [[hc]] { return a[i]; }
void write(array<int>& a, index<1> i, int x) [[hc]] { a[i] = x; }
template <typename T, int N>
void increment(array<T, N>& a) {
  parallel_for_each(a.get_extent(), [&a](index<N> i) [[hc]] { a[i] = a[i] + T(1); }).wait();
}

int main() {
  std::vector<int> start(8);
  for (int i = 0; i < 8; ++i) start[i] = i;
  array<int> a(8, start.begin()), b(8);
  array<int, 2> m(extent<2>(2, 4), start.begin());
  const array<int>& constant = a;
  const int k = 3;
  parallel_for_each(a.get_extent(), [&](index<1> i) [[hc]] { b[i] = a[i] * 2; });
  parallel_for_each(a.get_extent(), [=, &a, &b](index<1> i) [[hc]] { b[i] += a[i] * k; });
  std::vector<int> out = b;
  CHECK(out[7] == 35);
  parallel_for_each(a.get_extent(), [&b, &constant](index<1> i) [[hc]] { b[i] = constant[7 - i[0]]; });
  out = b;
  CHECK(out[7] == 0 && out[0] == 7);
  parallel_for_each(m.get_extent(), [&m, k](index<2> i) [[hc]] { m[i] += k; }).wait();
  std::vector<int> cells = m;
  CHECK(cells[7] == 10);
  parallel_for_each(a.get_extent(), holder{a, 100}).wait();
  out = a;
  CHECK(out[7] == 107);
  parallel_for_each(a.get_extent(), [&](index<1> i) [[hc]] { write(a, i, read(b, i[0]) + 1); }).wait();
  out = a;
  CHECK(out[0] == 8);
  increment(a);
  increment(m);
  out = a;
  cells = m;
  CHECK(out[0] == 9 && cells[0] == 4);
  return failures();
}
