// rows: hc.printf.widened
#include <hc.hpp>
#include <hc_printf.hpp>

#include "capture.hpp"
#include "check.hpp"

enum color : short { red = -3 };

int main() {
  Capture output;
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    const hc::half h = hc::half(0.5f);
    const float f = 0.1f;
    const unsigned char byte = 200;
    hc::printf("%g %.9g %d %d %d %u", h, f, red, short(-7), true, byte);
  }).wait();
  char expected[100];
  std::snprintf(expected, sizeof expected, "%g %.9g %d %d %d %u", 0.5, double(0.1f), -3, -7, 1, 200u);
  CHECK(output.text() == expected);
  return failures();
}
