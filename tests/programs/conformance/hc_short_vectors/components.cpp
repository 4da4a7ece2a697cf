// rows: hc.short_vector.components
#include <hc.hpp>
#include <hc_short_vector.hpp>

#include "check.hpp"

using namespace hc;
using namespace hc::short_vector;

int wrong() [[cpu, hc]] {
  int bad = 0;
  int_16 v(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  bad += v.x != 0 || v.y != 1 || v.z != 2 || v.w != 3 || v.s4 != 4 || v.s7 != 7 || v.s8 != 8;
  bad += v.sA != 10 || v.sB != 11 || v.sC != 12 || v.sD != 13 || v.sE != 14 || v.sF != 15;
  bad += v.sa != 10 || v.sf != 15 || v.s0 != 0 || v.s3 != 3 || v.a != 3;
  bad += v.get_x() != 0 || v.get_s5() != 5 || v.get_sF() != 15;
  v.set_w(-3);
  v.set_sE(-14);
  v.s9 = -9;
  bad += v.w != -3 || v.s3 != -3 || v.sE != -14 || v.get_s9() != -9;
  v.sF += 5;
  ++v.s4;
  bad += v.sF != 20 || v.s4 != 5;
  int_8 e(1);
  e.s7 = 70;
  e.xy = int_2(5, 6);
  bad += e.s7 != 70 || e.s0 != 5 || e.s1 != 6 || e.s6 != 1;
  int_1 one(3);
  one.x *= 2;
  bad += one.x != 6 || one.get_x() != 6;
  v.ref_x() = 44;
  bad += v.r != 44;
  return bad;
}

int main() {
  CHECK(wrong() == 0);
  array_view<int, 1> bad(1);
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] { bad[0] = wrong(); }).wait();
  CHECK(bad[0] == 0);
  return failures();
}
