// rows: hc.accelerator.constructors, hc.accelerator.set_default
#include <hc.hpp>
#include <string>

#include "check.hpp"

int main() {
  CHECK(!hc::accelerator::set_default(L"no such device"));
  CHECK(hc::accelerator::set_default(L"host"));
  hc::accelerator acc, named(L"default"), unknown(L"no such device"), copy(acc),
      gpu(hc::accelerator::gpu_accelerator);
  CHECK(acc.get_device_path() == L"host" && acc == named && acc == unknown && acc == copy);
  CHECK(acc != hc::accelerator(hc::accelerator::cpu_accelerator) && gpu.is_hsa_accelerator());
  CHECK(!hc::accelerator::set_default(L"host"));
  copy = hc::accelerator(L"cpu");
  CHECK(copy != acc && copy.get_device_path() == std::wstring(hc::accelerator::cpu_accelerator));
  return failures();
}
