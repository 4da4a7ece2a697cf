// rows: hc.short_vector.get_vector
#include <hc.hpp>
#include <hc_short_vector.hpp>

#include "check.hpp"

using namespace hc;
using namespace hc::short_vector;

typedef float Four __attribute__((ext_vector_type(4)));

int wrong() [[cpu, hc]] {
  int bad = 0;
  const float_4 v(1, 2, 3, 4);
  Four f = v.get_vector();
  bad += f[0] != 1 || f[3] != 4;
  f *= 2;
  f.x = 9;
  float_4 w;
  w.set_vector(f);
  bad += w != float_4(9, 4, 6, 8);
  const uchar_3 bytes(250, 251, 252);
  uchar_3::vector_value_type b = bytes.get_vector();
  b += 10;
  uchar_3 wrapped;
  wrapped.set_vector(b);
  bad += wrapped != uchar_3(4, 5, 6);
  const norm_2 n(0.5f, -0.5f);
  norm_2::vector_value_type m = n.get_vector();
  m *= 4;
  norm_2 clamped;
  clamped.set_vector(m);
  bad += clamped != norm_2(1.0f, -1.0f);
  return bad;
}

int main() {
  CHECK(wrong() == 0);
  array_view<int, 1> bad(1);
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] { bad[0] = wrong(); }).wait();
  CHECK(bad[0] == 0);
  return failures();
}
