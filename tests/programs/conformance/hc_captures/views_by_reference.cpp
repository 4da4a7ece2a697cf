// rows: hc.captures.views_by_reference
#include <hc.hpp>

#include <vector>

#include "check.hpp"

using namespace hc;

template <typename T>
void fill(array_view<T, 1>& out, T x) {
  parallel_for_each(out.get_extent(), [&, x](index<1> i) [[hc]] { out[i] = x; }).wait();
}
void both(const array_view<const int>& in, array_view<int>& out) {
  parallel_for_each(out.get_extent(), [&in, &out](index<1> i) [[hc]] { out[i] = in[i] * 2; }).wait();
}

int main() {
  std::vector<int> data(4, 3);
  array_view<int> v(4, data), w(4);
  array_view<float, 1> f(2);
  parallel_for_each(v.get_extent(), [&](index<1> i) [[hc]] { w[i] = v[i] + i[0]; }).wait();
  CHECK(w[3] == 6);
  parallel_for_each(v.get_extent(), [&v](index<1> i) [[hc]] { v[i] = 7; }).wait();
  CHECK(v[3] == 7);
  both(v, w);
  CHECK(w[0] == 14);
  fill(f, 0.5f);
  fill(v, 9);
  CHECK(f[1] == 0.5f && v[1] == 9);
  v.synchronize();
  CHECK(data[2] == 9);
  return failures();
}
