// rows: hc.accelerator.memcpy_symbol, hc.globals.device
#include <cstring>
#include <hc.hpp>

#include "check.hpp"

[[hc]] int value = 7;
[[hc]] static int hidden = 7;

int main() {
  hc::accelerator acc;
  hc::array_view<int> out(2);
  int sent = -9, got = 0;
  acc.memcpy_symbol("value", &sent, sizeof sent);  // by name
  acc.memcpy_symbol(&hidden, &sent, sizeof sent);  // by address
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    out[0] = value;
    out[1] = hidden;
    value = 42;
    hidden = value + 1;
  }).wait();
  CHECK(out[0] == -9 && out[1] == -9);
  acc.memcpy_symbol("value", &got, sizeof got, 0, hc::hcMemcpyDeviceToHost);
  CHECK(got == 42);
  acc.memcpy_symbol(&hidden, &got, sizeof got, 0, hc::hcMemcpyDeviceToHost);
  CHECK(got == 42 + 1);
  acc.memcpy_symbol("hidden", &got, sizeof got, 0, hc::hcMemcpyDeviceToHost);
  CHECK(got == 42 + 1);
  CHECK_THROWS(acc.memcpy_symbol("nothing", &got, sizeof got), hc::runtime_exception, "nothing");
  CHECK_THROWS(acc.memcpy_symbol("value", &got, sizeof got, 1), hc::runtime_exception, "past");
  return failures();
}
