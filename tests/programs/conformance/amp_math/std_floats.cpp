// rows: amp.9.std
// The functions of float by names of their own: std::sqrtf.
#include <amp.h>

#include "float_names.hpp"

using namespace concurrency;

int main() {
  const int n = 8;
  array_view<float> v(n);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = all(start(i[0])); });
  check_floats(v, n);
  return failures();
}
