// More memory than any machine has.
#include <cstdio>
#include <hc.hpp>
#include <hc_am.hpp>

int main() {
  hc::accelerator acc;
  if (static_cast<void*>(hc::am_alloc(std::size_t(1) << 60, acc, 0)) != nullptr) return 1;
  try {
    hc::array<double, 3> huge(1 << 20, 1 << 20, 1 << 17);
    hc::parallel_for_each(hc::extent<1>(1), [=, &huge](hc::index<1> i) [[hc]] {
      huge[hc::index<3>()] = 1;
    }).wait();
  } catch (const hc::runtime_exception& error) {
    std::printf("runtime_exception: %s\n", error.what());
    return 0;
  }
  std::printf("no exception\n");
  return 1;
}
