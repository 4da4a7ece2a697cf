// rows: hc.annotations.automatic
#include <hc.hpp>

#include <algorithm>
#include <utility>

#include "check.hpp"

// What a kernel calls needs no annotation.
int leaf(int x) { return x + 1; }
int later(int x);
static int hidden(int x) { return leaf(x) * 2; }
namespace {
int anonymous(int x) { return x + 3; }
}
struct item {
  int v;
  item() : v(4) {}
  explicit item(int x) : v(x) {}
  ~item() {}
  int get() const { return v; }
  static int fixed() { return 5; }
  item operator+(const item& o) const { return item(v + o.v); }
};
template <typename T>
T general(T x) {
  return x * 2;
}
template <typename F>
int call(F f) {
  return f(3);
}

int main() {
  hc::array_view<int> v(1);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    item a, b(6);
    std::pair<int, float> p(1, 2.5f);
    v[i] = leaf(1) + later(1) + hidden(1) + anonymous(1) + (a + b).get() + item::fixed() + general(2) +
           call([](int x) { return x * x; }) + std::max(7, 3) + std::min(p.first, 3);
  }).wait();
  CHECK(v[0] == 2 + 11 + 4 + 4 + 10 + 5 + 4 + 9 + 7 + 1);
  return failures();
}

int later(int x) { return x + 10; }
