// rows: hc.language.atomic_members, hc.language.placement_new
#include <hc.hpp>

#include <atomic>
#include <new>
#include <vector>

#include "check.hpp"

using namespace hc;

struct counters {
  std::atomic<int> hits;
  std::atomic<unsigned> bits;
};
struct point {
  int x, y;
  point(int a, int b) : x(a), y(b) {}
  ~point() { x = 0; }
};

int main() {
  std::vector<counters> storage(1);
  storage[0].hits = 0;
  storage[0].bits = 0;
  {
    array_view<counters> c(1, storage.data());
    parallel_for_each(extent<1>(64), [=](index<1> i) [[hc]] {
      c[0].hits.fetch_add(i[0]);
      c[0].bits |= 1u << (i[0] % 32);
      ++c[0].hits;
    }).wait();
    c.synchronize();
  }
  CHECK(storage[0].hits.load() == 64 * 63 / 2 + 64 && storage[0].bits.load() == 0xffffffffu);

  array_view<int> v(4);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] {
    alignas(point) char memory[sizeof(point)];
    point* p = new (memory) point(i[0], 2);
    v[i] = p->x * 10 + p->y;
    p->~point();
    point* q = ::new (static_cast<void*>(memory)) point(1, 1);
    v[i] += q->x;
  }).wait();
  for (int i = 0; i < 4; ++i) CHECK(v[i] == i * 10 + 3);
  return failures();
}
