// rows: hc.headers.amp_in_hc
#include <amp.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int twice(int x) restrict(cpu, amp) { return x * 2; }
int where() restrict(cpu) { return 1; }
int where() restrict(amp) { return 2; }
int unannotated(int x) { return x + 1; }  // the flag decides the rules: HC's here
struct item {
  int v;
  item(int x) restrict(cpu, amp) : v(x) {}
  int get() const restrict(amp, cpu) { return v; }
};
template <typename T>
T add(T a, T b) restrict(amp) {
  return a + b;
}

int main() {
  std::vector<int> data(4);
  array_view<int, 1> v(4, data);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    v[i] = twice(i[0]) + where() + item(3).get() + add(1, 2) + unannotated(0) + std::max(1, 2);
  });
  CHECK(v[3] == 6 + 2 + 3 + 3 + 1 + 2 && where() == 1);
  array<int, 2> m(2, 2);
  parallel_for_each(m.extent, [&](index<2> i) restrict(amp) { m[i] = i[0] * 10 + i[1]; });
  std::vector<int> cells = m;
  CHECK(cells[3] == 11);
  parallel_for_each(v.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static int shared[2];
    shared[t.local[0]] = t.global[0];
    t.barrier.wait();
    v[t] = shared[1 - t.local[0]];
  });
  CHECK(v[0] == 1 && v[3] == 2);
  CHECK_THROWS(parallel_for_each(extent<1>(0), [=](index<1>) restrict(amp) {}), invalid_compute_domain, "");
  return failures();
}
