// rows: hc.printf.excess
#include <hc.hpp>
#include <hc_printf.hpp>

#include "capture.hpp"
#include "check.hpp"

int main() {
  hc::array_view<int> result(2);
  Capture output;
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    result[0] = hc::printf("one %d\n", 1, 2, "three", 4.0);
    result[1] = hc::printf("none\n", 5);
  }).wait();
  CHECK(output.text() == "one 1\nnone\n");
  CHECK(result[0] == hc::PRINTF_SUCCESS && result[1] == hc::PRINTF_SUCCESS);
  return failures();
}
