// rows: hc.accelerator.memcpy_symbol, hc.accelerator.get_symbol_address
#include <cstddef>
#include <hc.hpp>

#include "check.hpp"

struct settings {
  int steps;
  float scale;
  short flags[4];
};

namespace config {
[[hc]] settings current = {1, 2.0f, {3, 4, 5, 6}};
}
[[hc]] int table[8];

int main() {
  hc::accelerator acc;
  hc::array_view<float> out(4);
  const float scale = 0.5f;
  acc.memcpy_symbol("config::current", const_cast<float*>(&scale), sizeof scale, offsetof(settings, scale));
  int pair[2] = {8, 9};
  void* const address = GET_SYMBOL_ADDRESS(acc, table);
  CHECK(address != nullptr && acc.get_symbol_address("no_such_variable") == nullptr);
  acc.memcpy_symbol(address, pair, sizeof pair, 2 * sizeof(int));
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    out[0] = config::current.steps * 1000 + config::current.flags[3];
    out[1] = config::current.scale;
    out[2] = table[2] * 10 + table[3];
    table[7] = 77;
    config::current.steps = 12;
  }).wait();
  CHECK(out[0] == 1006 && out[1] == 0.5f && out[2] == 89);
  int last = 0;
  acc.memcpy_symbol(address, &last, sizeof last, 7 * sizeof(int), hc::hcMemcpyDeviceToHost);
  settings now = {};
  acc.memcpy_symbol(&config::current, &now, sizeof now, 0, hc::hcMemcpyDeviceToHost);
  CHECK(last == 77 && now.steps == 12 && now.scale == 0.5f && now.flags[0] == 3);
  return failures();
}
