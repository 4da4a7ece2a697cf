// rows: hc.programs.whole
#include <hc.hpp>
#include <vector>
template <typename T>
struct op_base {
  T scale;
  op_base(T s) : scale(s) {}
  T apply(T x) const [[hc]] [[cpu]] { return x * scale; }
};
template <typename T>
class saxpy : private op_base<T> {
  const hc::array_view<const T> x;
  hc::array_view<T> y;

 public:
  saxpy(T a, const hc::array_view<const T>& x_, const hc::array_view<T>& y_) : op_base<T>(a), x(x_), y(y_) {}
  void operator()(const hc::index<1>& i) const [[hc]] { y[i] += this->apply(x[i]); }
  void operator()(hc::tiled_index<1>& t) const [[hc]] { y[t.global] -= this->apply(x[t.global]); }
  void launch() { hc::parallel_for_each(y.get_extent(), *this).wait(); }
};
struct counter {
  hc::array<int>& a;
  void operator()() const [[hc]] { hc::atomic_fetch_add(&a[0], 1); }
};
struct noargs {
  void operator()(hc::index<2>) [[hc]] {}
};
int main() {
  std::vector<float> x(100, 2), y(100, 1);
  hc::array_view<const float> vx(100, x);
  hc::array_view<float> vy(100, y);
  saxpy<float> s(3, vx, vy);
  s.launch();
  s.launch();
  if (vy[99] != 13) return 1;
  hc::parallel_for_each(vy.get_extent().tile(25), s).wait();
  if (vy[0] != 7) return 2;
  hc::array<int> c(1);
  int zero = 0;
  hc::copy(&zero, &zero + 1, c);
  counter k{c};
  hc::parallel_for_each(hc::extent<1>(50), k).wait();
  hc::parallel_for_each(hc::extent<2>(5, 5), noargs()).wait();
  std::vector<int> r = c;
  return r[0] == 50 ? 0 : 3;
}
