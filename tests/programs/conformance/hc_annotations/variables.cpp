// rows: hc.annotations.variables
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

[[hc]] int device_int = 5;
[[hc]] static float device_float = 0.5f;
static [[hc]] int device_middle = 7;
__attribute__((hc)) int device_gnu = 8;
[[hc]] int table[4] = {1, 2, 3, 4};
[[hc]] const int constant = 9;
struct pair {
  int a, b;
};
[[hc]] pair device_pair = {10, 11};
namespace inner {
[[cpu, hc]] int nested = 12;
}
int host_int = 13;
const int host_const = 14;
constexpr int host_constexpr = 15;
static const float host_float = 1.5f;
enum { enumerator = 16 };
struct statics {
  static const int in_class = 17;
  static constexpr int constexpr_member = 18;
};

int main() {
  array_view<float> v(16);
  host_int = 130;
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] {
    const float all[] = {float(device_int), device_float, float(device_middle), float(device_gnu), float(table[2]),
                         float(constant), float(device_pair.b), float(inner::nested), float(host_int), float(host_const),
                         float(host_constexpr), host_float, float(enumerator), float(statics::in_class),
                         float(statics::constexpr_member), 0};
    for (int i = 0; i < 16; ++i) v[i] = all[i];
  }).wait();
  const float expected[] = {5, 0.5f, 7, 8, 3, 9, 11, 12, 130, 14, 15, 1.5f, 16, 17, 18, 0};
  for (int i = 0; i < 16; ++i) CHECK(v[i] == expected[i]);
  return failures();
}
