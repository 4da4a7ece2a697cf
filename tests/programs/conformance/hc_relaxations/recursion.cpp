// rows: hc.language.recursion
#include <hc.hpp>

#include <string>

#include "check.hpp"

int fibonacci(int n) [[hc]] { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
bool odd(int n) [[hc]];
bool even(int n) [[hc]] { return n == 0 ? true : odd(n - 1); }
bool odd(int n) [[hc]] { return n == 0 ? false : even(n - 1); }

// SPIR-V has no recursion: there such kernels are left out, and a launch of one throws. The others run.
int main() {
  hc::array_view<int> v(16), w(16);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { w[i] = 2 * i[0]; });
  CHECK(w[7] == 14);
  const std::wstring device = hc::accelerator().get_device_path();
  const bool takes_spirv = device.find(L"opencl") == 0 || device.find(L"vulkan") == 0;
  bool thrown = false;
  try {
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
      v[i] = fibonacci(i[0]) + 1000 * even(i[0]);
    }).wait();
  } catch (const hc::runtime_exception& error) {
    const std::string what = error.what();
    thrown = what.find("no image for this device") != std::string::npos;
    CHECK(what.find("leaves this kernel out: hcc's warning says why") != std::string::npos);
  }
  CHECK(thrown == takes_spirv);
  if (!thrown) CHECK(v[10] == 1055 && v[7] == 13);
  return failures();
}
