// rows: hc.programs.whole
#include <hc.hpp>
using namespace hc;
class holder {
  array_view<float> v;
  array_view<const int, 2> w;
  int n = 0;

 public:
  holder() {}
  void set(array_view<float> x) {
    v = x;
    n = x.get_extent()[0];
  }
  void scale(float k) {
    parallel_for_each(extent<1>(n), [=](index<1> i) [[hc]] { v[i] *= k; }).wait();
  }
  float get(int i) const { return v[i]; }
};
struct opt {
  array_view<int> maybe;
  bool has;
};
int main() {
  std::vector<float> d(10, 2);
  holder h;
  h.set(array_view<float>(10, d));
  h.scale(4);
  if (h.get(9) != 8) return 1;
  holder empty;
  empty.scale(2);
  opt o;
  o.has = false;
  array_view<int> r(1);
  parallel_for_each(extent<1>(1), [=](index<1> i) [[hc]] { r[i] = o.has ? o.maybe[i] : 5; });
  if (r[0] != 5) return 2;
  std::vector<holder> many(3);
  many[1] = h;
  many[1].scale(0.5f);
  return h.get(0) == 4 ? 0 : 3;
}
