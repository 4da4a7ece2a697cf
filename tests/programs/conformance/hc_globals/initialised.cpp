// rows: hc.globals.initialiser, hc.globals.static, hc.globals.host
#include <hc.hpp>

#include "check.hpp"

struct pair {
  int first;
  float second;
};

[[hc]] int number = 5;
[[hc]] static float factor = 2.5f;
[[hc]] static pair both = {7, 0.5f};
[[hc]] int table[3] = {1, 2, 3};
namespace space {
[[hc]] double inside = 0.125;
}

int main() {
  hc::array_view<float> out(6);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    out[0] = number;
    out[1] = factor;
    out[2] = both.first + both.second;
    out[3] = table[0] * 100 + table[1] * 10 + table[2];
    out[4] = space::inside;
  }).wait();
  CHECK(out[0] == 5 && out[1] == 2.5f && out[2] == 7.5f && out[3] == 123 && out[4] == 0.125f);
  number += 1;  // host code may touch them
  CHECK(number == 6 && both.first == 7);
  return failures();
}
