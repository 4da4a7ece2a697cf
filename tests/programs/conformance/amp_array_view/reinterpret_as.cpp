// rows: amp.5.2.reinterpret_as
#include <amp.h>

#include <cstring>
#include <type_traits>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<unsigned> data = {0x3f800000u, 0x40000000u, 0x40400000u, 0u, 0x3ff00000u, 7u};
  array_view<unsigned> v(6, data);
  array_view<const unsigned> constant(v);
  array_view<float> floats = v.reinterpret_as<float>();
  CHECK(floats.extent[0] == 6 && floats[2] == 3.0f);
  CHECK(v.reinterpret_as<double>()[0] != 0 && v.section(2, 4).reinterpret_as<double>().extent[0] == 2);
  static_assert(std::is_same<decltype(constant.reinterpret_as<float>()), array_view<const float, 1>>::value,
                "");
  floats[3] = 4.0f;
  CHECK(v[3] == 0x40800000u);
  CHECK_THROWS(v.section(0, 5).reinterpret_as<double>(), runtime_exception, "");
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) { v.reinterpret_as<float>()[5] = 0.5f; });
  CHECK(v[5] == 0x3f000000u);
  return failures();
}
