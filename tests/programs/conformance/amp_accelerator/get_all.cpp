// rows: amp.3.1.get_all
// ptx: none
#include <amp.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  const std::vector<accelerator> all = accelerator::get_all();
  CHECK(all.size() >= 2 && all.back().device_path == accelerator::cpu_accelerator);
  CHECK(std::find(all.begin(), all.end(), accelerator()) != all.end());
  std::set<std::wstring> paths;
  for (const accelerator& one : all) {
    CHECK(paths.insert(one.device_path).second);
    CHECK(accelerator(one.device_path) == one);
  }
  CHECK(accelerator::get_all() == all);
  return failures();
}
