// rows: hc.programs.whole
#include <cstring>
#include <hc.hpp>
struct params {
  int n;
  float w[4];
};
[[hc]] int counter = 5;
[[hc]] params conf;
[[hc]] static float arr[8] = {1, 2, 3};
[[hc]] constexpr int limit = 12;
static int host_value = 3;
const float pi = 3.14159f;
namespace cfg {
[[hc]] unsigned mask = 0xff;
}
int main() {
  hc::accelerator acc;
  params p = {9, {1, 2, 3, 4}};
  acc.memcpy_symbol("conf", &p, sizeof p);
  int c = 40;
  acc.memcpy_symbol("counter", &c, sizeof c, 0, hc::hcMemcpyHostToDevice);
  hc::array_view<float> out(5);
  hc::parallel_for_each(out.get_extent(), [=](hc::index<1> i) [[hc]] {
    if (i[0] == 0) out[i] = conf.n + conf.w[3];
    if (i[0] == 1) {
      out[i] = counter + limit;
      counter = 77;
    }
    if (i[0] == 2) out[i] = arr[2] + cfg::mask;
    if (i[0] == 3) out[i] = host_value + pi;
    if (i[0] == 4) out[i] = 0;
  }).wait();
  int back = 0;
  acc.memcpy_symbol("counter", &back, sizeof back, 0, hc::hcMemcpyDeviceToHost);
  if (back != 77 || out[0] != 13 || out[1] != 52 || out[2] != 258 || out[3] != 3 + pi) return 1;
  void* addr = acc.get_symbol_address("conf");
  params q;
  std::memset(&q, 0, sizeof q);
  acc.get_default_view().copy(addr, &q, sizeof q);
  return q.n == 9 && q.w[2] == 3 ? 0 : 2;
}
