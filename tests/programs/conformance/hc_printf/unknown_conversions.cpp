// rows: hc.printf.conversions
// What printf can't be given from a kernel appears in the output as it was written.
#include <hc.hpp>
#include <hc_printf.hpp>

#include "capture.hpp"
#include "check.hpp"

int main() {
  Capture output;
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    hc::printf("%S|%d|%-8C|%d\n", 1.5, 1, 2, 3);
    hc::printf("%1$d|%d|%5q|%.1f\n", 1, 2, 3, 4.5);
  }).wait();
  hc::printf("%m|%d\n", 1, 2);
  CHECK(output.text() == "%S|1|%-8C|3\n%1$d|2|%5q|4.5\n%m|2\n");
  return failures();
}
