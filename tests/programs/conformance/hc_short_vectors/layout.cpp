// rows: hc.short_vector.layout, hc.short_vector.spellings
#include <hc.hpp>
#include <hc_short_vector.hpp>

#include <type_traits>

#include "check.hpp"

using namespace hc;
using namespace hc::short_vector;

struct Mixed {
  char c;
  float_3 v;
  short_2 s;
};

int main() {
  CHECK(sizeof(char1) == 1 && sizeof(uchar2) == 2 && sizeof(short3) == 8 && sizeof(ushort4) == 8);
  CHECK(sizeof(int8) == 32 && sizeof(uint16) == 64 && sizeof(long_3) == 32 && sizeof(ulonglong_16) == 128);
  CHECK(sizeof(half_4) == 8 && sizeof(float3) == 16 && sizeof(double_2) == 16 && sizeof(unorm_4) == 16);
  CHECK(alignof(float_4) == 16 && alignof(float_2) == 8 && alignof(char_1) == 1 && alignof(double_1) == 8);
  CHECK((std::is_same<int4, int_4>::value) && (std::is_same<norm8, norm_8>::value));
  CHECK((std::is_same<uchar_16, uchar16>::value) && (std::is_same<longlong1, longlong_1>::value));
  CHECK((std::is_same<hc::short_vector::short_vector<float, 3>::type, float_3>::value));
  CHECK((std::is_same<hc::short_vector::short_vector<unsigned char, 16>::type, uchar_16>::value));
  CHECK((hc::short_vector::short_vector_traits<ushort_8>::size) == 8);
  CHECK((std::is_same<short_vector_traits<ushort_8>::value_type, unsigned short>::value));
  CHECK((short_vector_traits<double>::size) == 1);

  // Kernels see the same layout.
  array_view<unsigned, 1> seen(4);
  Mixed m;
  m.c = 'x';
  m.v = float_3(1, 2, 3);
  m.s = short_2(4, 5);
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] {
    seen[0] = sizeof(Mixed);
    seen[1] = unsigned(reinterpret_cast<const char*>(&m.v.y) - reinterpret_cast<const char*>(&m));
    seen[2] = unsigned(m.v.x + 10 * m.v.y + 100 * m.v.z);
    seen[3] = unsigned(m.s.x + 10 * m.s.y);
  }).wait();
  CHECK(seen[0] == sizeof(Mixed) && seen[0] == 48 && seen[1] == 20 && seen[2] == 321 && seen[3] == 54);
  return failures();
}
