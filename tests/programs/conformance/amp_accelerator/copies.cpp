// rows: amp.3.1.copy, amp.3.1.comparison
#include <amp.h>

#include <map>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  accelerator acc, cpu(accelerator::cpu_accelerator), copy(acc);
  CHECK(copy == acc && copy != cpu);
  copy = cpu;
  CHECK(copy == cpu && copy != acc);
  std::vector<accelerator> several(3, acc);
  several.push_back(cpu);
  several.erase(several.begin());
  CHECK(several.size() == 3 && several[2] == cpu && several[0] == acc);
  std::map<std::wstring, accelerator> by_path;
  by_path[cpu.device_path] = cpu;
  CHECK(by_path[L"cpu"] == cpu);
  return failures();
}
