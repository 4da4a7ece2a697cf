// rows: hc.std.c
// The functions of float by names of their own: std::sqrtf.
#include <hc.hpp>

#include "float_names.hpp"

using namespace hc;

int main() {
  const int n = 8;
  array_view<float> v(n);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] { v[i] = all(start(i[0])); });
  check_floats(v, n);
  return failures();
}
