// rows: hc.accelerator.memcpy_symbol, hc.globals.device
#include <cstring>
#include <hc.hpp>

#include "check.hpp"

[[hc]] float value = 1.5f;
[[hc]] static float hidden = 1.5f;

int main() {
  hc::accelerator acc;
  hc::array_view<float> out(2);
  float sent = -2.25f, got = 0;
  acc.memcpy_symbol("value", &sent, sizeof sent);  // by name
  acc.memcpy_symbol(&hidden, &sent, sizeof sent);  // by address
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    out[0] = value;
    out[1] = hidden;
    value = 8.0f;
    hidden = value + 1;
  }).wait();
  CHECK(out[0] == -2.25f && out[1] == -2.25f);
  acc.memcpy_symbol("value", &got, sizeof got, 0, hc::hcMemcpyDeviceToHost);
  CHECK(got == 8.0f);
  acc.memcpy_symbol(&hidden, &got, sizeof got, 0, hc::hcMemcpyDeviceToHost);
  CHECK(got == 8.0f + 1);
  acc.memcpy_symbol("hidden", &got, sizeof got, 0, hc::hcMemcpyDeviceToHost);
  CHECK(got == 8.0f + 1);
  CHECK_THROWS(acc.memcpy_symbol("nothing", &got, sizeof got), hc::runtime_exception, "nothing");
  CHECK_THROWS(acc.memcpy_symbol("value", &got, sizeof got, 1), hc::runtime_exception, "past");
  return failures();
}
