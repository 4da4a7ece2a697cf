// rows: hc.printf.macro
// flags: -DHCC_ENABLE_ACCELERATOR_PRINTF
#include <cstdlib>
#include <hc.hpp>
#include <hc_printf.hpp>

#include "capture.hpp"
#include "check.hpp"

static hc::PrintfError say(int x) [[cpu, hc]] { return hc::printf("x = %d\n", x); }

int main() {
  setenv("HCC_ENABLE_PRINTF", "1", 1);
  hc::array_view<int> result(1);
  Capture output;
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] { result[0] = say(1); }).wait();
  CHECK(say(2) == hc::PRINTF_SUCCESS);  // host code prints too
  CHECK(output.text() == "x = 1\nx = 2\n" && result[0] == hc::PRINTF_SUCCESS);
  return failures();
}
