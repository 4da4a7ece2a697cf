// rows: hc.printf.disabled, hc.environment.ENABLE_PRINTF
#include <cstdlib>
#include <hc.hpp>
#include <hc_printf.hpp>

#include "capture.hpp"
#include "check.hpp"

int main() {
  setenv("HCC_ENABLE_PRINTF", "0", 1);
  hc::array_view<int> result(1);
  Capture output;
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    result[0] = hc::printf("not shown\n");
  }).wait();
  CHECK(output.text().empty());
  CHECK(result[0] == hc::PRINTF_BUFFER_NULLPTR);
  return failures();
}
