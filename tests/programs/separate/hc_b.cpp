#include "hc_functions.h"

int reduce(int x, hc::tiled_index<1>& t) [[hc]] {
  tile_static int part[8];
  part[t.local[0]] = x;
  t.barrier.wait();
  int s = 0;
  for (int i = 0; i < 8; ++i) s += part[i];
  t.barrier.wait();
  return s;
}
int pong(int n) [[hc]] { return n * 10 + plain_c(0); }

namespace deep {
Total::Total(int x) [[hc]] : total(x) {}
Total::~Total() [[hc]] {}
Total& Total::operator+=(int x) {  // annotated where it is declared
  total += x + limits[1];
  return *this;
}
Total::operator int() const { return total; }
int Total::of(int x) [[hc]] {
  Total t(x);
  t += 1;
  return t.total;
}
template <class T>
T Scaled<T>::operator()(T x) const [[hc]] {
  return x * by;
}
template struct Scaled<int>;
}  // namespace deep

static int local(int k) {
  hc::array_view<int> v(8);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = i[0] + k * 2; });
  return v[7];
}
int run_b() { return local(1) * 100 + kernel_of_header(2); }
