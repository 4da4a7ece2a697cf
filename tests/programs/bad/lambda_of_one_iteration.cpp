// The host iteration sees one more lambda of the same kind than the device iteration, and the reverse.
#include <cstdio>
#include <hc.hpp>

int main() {
  hc::array_view<int> v(4);
#ifndef __KALMAR_ACCELERATOR__
  auto host_only = [=](hc::index<1> i) [[hc]] { v[i] = -1; };
  (void)host_only;
#endif
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1> i) [[hc]] { v[0] = 10; }).wait();
#ifdef __KALMAR_ACCELERATOR__
  auto device_only = [=](hc::index<1> i) [[hc]] { v[i] = -2; };
  (void)device_only;
#endif
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1> i) [[hc]] { v[1] = 11; }).wait();
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1> i) [[hc]] { v[2] = 12; }).wait();
  const bool good = v[0] == 10 && v[1] == 11 && v[2] == 12;
  std::printf("%s %d %d %d\n", good ? "PASSED" : "FAILED", v[0], v[1], v[2]);
  return good ? 0 : 1;
}
