// rows: hc.accelerator.memcpy_symbol, hc.accelerator.get_symbol_address
// Variables that no kernel uses, or whose value no kernel needs.
#include <hc.hpp>

#include "check.hpp"

namespace config {
struct settings {
  float scale;
  int steps;
};
[[hc]] settings spare = {0.5f, 4};
}  // namespace config
[[hc]] int lonely[3] = {1, 2, 3};
[[hc]] int ignored = 9;
[[hc]] extern const int limits[2] = {5, 6};

template <class F>
bool throws(const F& f) {
  try {
    f();
    return false;
  } catch (const hc::runtime_exception&) {
    return true;
  }
}

int main() {
  hc::accelerator acc;
  hc::array_view<int> out(1);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    const int unused = ignored;
    (void)unused;
    out[0] = limits[1];
  }).wait();
  CHECK(out[0] == 6);
  int now[3] = {}, one = 0;
  acc.memcpy_symbol("lonely", now, sizeof now, 0, hc::hcMemcpyDeviceToHost);
  CHECK(now[0] == 1 && now[2] == 3);
  one = 8;
  acc.memcpy_symbol(&lonely, &one, sizeof one, sizeof one);
  acc.memcpy_symbol("lonely", now, 2 * sizeof one, sizeof one, hc::hcMemcpyDeviceToHost);
  CHECK(now[0] == 8 && now[1] == 3);
  acc.memcpy_symbol("ignored", &one, sizeof one, 0, hc::hcMemcpyDeviceToHost);
  CHECK(one == 9);
  config::settings s = {};
  acc.memcpy_symbol("config::spare", &s, sizeof s, 0, hc::hcMemcpyDeviceToHost);
  CHECK(s.scale == 0.5f && s.steps == 4);
  acc.memcpy_symbol(const_cast<int*>(limits), now, sizeof limits, 0, hc::hcMemcpyDeviceToHost);
  CHECK(now[0] == 5 && now[1] == 6);
  CHECK(throws([&] { acc.memcpy_symbol(const_cast<int*>(limits), now, sizeof limits); }));
  CHECK(throws([&] { acc.memcpy_symbol("lonely", now, sizeof now, 4, hc::hcMemcpyDeviceToHost); }));
  CHECK(throws([&] { acc.memcpy_symbol("no_such_variable", now, 4, 0, hc::hcMemcpyDeviceToHost); }));
  CHECK(throws([&] { acc.memcpy_symbol(now, &one, sizeof one, 0, hc::hcMemcpyDeviceToHost); }));
  return failures();
}
