// rows: hc.accelerator.get_all, hc.accelerator.cpu
#include <hc.hpp>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"

int main() {
  const std::vector<hc::accelerator> all = hc::accelerator::get_all();
  CHECK(all.size() >= 2);
  const hc::accelerator& cpu = all[0];
  CHECK(cpu.get_device_path() == L"cpu" && cpu.get_description() == L"CPU Device" && cpu.get_is_emulated());
  CHECK(cpu.get_dedicated_memory() == 0 && cpu.get_seqnum() == -1 && !cpu.is_hsa_accelerator());
  CHECK(cpu.get_supports_cpu_shared_memory() && cpu.get_profile() == hc::hcAgentProfileNone);
  std::set<std::wstring> paths;
  int number = 0;
  for (const hc::accelerator& one : all) {
    CHECK(paths.insert(one.get_device_path()).second && hc::accelerator(one.get_device_path()) == one);
    CHECK(one.get_seqnum() == number++ - 1);
  }
  return failures();
}
