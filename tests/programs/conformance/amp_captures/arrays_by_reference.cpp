// rows: amp.2.4.captures, amp.2.4.reference_captures
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

struct holder {
  array<int>& data;
  int k;
  holder(array<int>& a, int x) : data(a), k(x) {}
  void operator()(index<1> i) const restrict(amp) { data[i] += k; }
};
int read(const array<int>& a, int i) restrict(amp) { return a[i]; }
void write(array<int>& a, index<1> i, int x) restrict(amp) { a[i] = x; }
template <typename T, int N>
void increment(array<T, N>& a) {
  parallel_for_each(a.extent, [&a](index<N> i) restrict(amp) { a[i] = a[i] + T(1); });
}

int main() {
  std::vector<int> start(8);
  for (int i = 0; i < 8; ++i) start[i] = i;
  array<int> a(8, start.begin()), b(8);
  array<int, 2> m(extent<2>(2, 4), start.begin());
  const array<int>& constant = a;
  int k = 3;
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { b[i] = a[i] * 2; });
  parallel_for_each(a.extent, [=, &a, &b](index<1> i) restrict(amp) { b[i] += a[i] * k; });
  std::vector<int> out = b;
  CHECK(out[7] == 35);
  parallel_for_each(a.extent, [&b, &constant](index<1> i) restrict(amp) { b[i] = constant[7 - i[0]]; });
  out = b;
  CHECK(out[7] == 0 && out[0] == 7);
  parallel_for_each(m.extent, [&m, k](index<2> i) restrict(amp) { m[i] += k; });
  std::vector<int> cells = m;
  CHECK(cells[7] == 10);
  parallel_for_each(a.extent, holder(a, 100));
  out = a;
  CHECK(out[7] == 107);
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { write(a, i, read(b, i[0]) + 1); });
  out = a;
  CHECK(out[0] == 8);
  increment(a);
  increment(m);
  out = a;
  cells = m;
  CHECK(out[0] == 9 && cells[0] == 4);
  array_view<int> view(a);
  parallel_for_each(view.extent, [=, &b](index<1> i) restrict(amp) { view[i] = b[i]; });
  CHECK(view[0] == 7);
  parallel_for_each(a.extent, [&, k](index<1> i) restrict(amp) {
    const int next = k + 1;
    a[i] = next;
  });
  out = a;
  CHECK(out[5] == 4 && k == 3);
  auto& alias = a;
  parallel_for_each(alias.extent, [&alias](index<1> i) restrict(amp) { alias[i] = 50; });
  out = a;
  CHECK(out[5] == 50);
  return failures();
}
