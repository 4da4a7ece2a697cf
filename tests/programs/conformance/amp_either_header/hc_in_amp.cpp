// rows: amp.headers.hc_in_amp
#include <hc.hpp>

#include "check.hpp"

// hc.hpp and its annotations under the rules of C++ AMP.
int twice(int x) [[cpu, hc]] { return x * 2; }
int where() [[cpu]] { return 1; }
int where() [[hc]] { return 2; }
[[hc]] int in_front(int x) { return x + 1; }
int gnu(int x) __attribute__((hc)) __attribute__((cpu)) { return x + 2; }
struct item {
  int v;
  item(int x) [[cpu, hc]] : v(x) {}
  int get() const [[cpu]][[hc]] { return v; }
};

int main() {
  hc::array_view<int> v(4);
  hc::completion_future done = hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = twice(i[0]) + where() + in_front(0) + gnu(0) + item(3).get();
  });
  done.wait();
  CHECK(v[3] == 6 + 2 + 1 + 2 + 3 && where() == 1 && twice(2) == 4);
  hc::array<int> a(4);
  hc::parallel_for_each(a.get_extent(), [&, v](hc::index<1> i) __HC__ { a[i] = v[i]; }).wait();
  hc::parallel_for_each(v.get_extent().tile(2), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int shared[2];
    shared[t.local[0]] = t.global[0];
    t.barrier.wait();
    v[t.global] = shared[1 - t.local[0]];
  }).wait();
  CHECK(v[0] == 1 && v[3] == 2);
  return failures();
}
