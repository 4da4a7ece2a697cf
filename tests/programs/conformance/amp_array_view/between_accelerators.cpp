// rows: amp.5.2.coherence
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> data(100);
  array_view<int> v(100, data);
  for (int round = 0; round < 3; ++round) {
    for (const accelerator& one : accelerator::get_all()) {
      if (one.device_path == accelerator::cpu_accelerator) continue;
      parallel_for_each(one.default_view, v.extent, [=](index<1> i) restrict(amp) { v[i] += i[0]; });
    }
  }
  const int times = 3 * (int(accelerator::get_all().size()) - 1);
  CHECK(v[99] == 99 * times);
  v.synchronize();
  CHECK(data[50] == 50 * times);
  return failures();
}
