// rows: amp.3.1.cpu_accelerator, amp.7.cpu_accelerator
#include <amp.h>

#include <cstring>
#include <string>

#include "check.hpp"

using namespace concurrency;

int main() {
  const accelerator cpu(accelerator::cpu_accelerator);
  CHECK(cpu.device_path == L"cpu" && cpu.supports_cpu_shared_memory);
  CHECK(cpu.default_cpu_access_type == access_type_read_write);
  CHECK(cpu != accelerator());
  array<int, 1> on_cpu(4, cpu.default_view);
  on_cpu[3] = 7;
  CHECK(on_cpu.cpu_access_type == access_type_read_write && on_cpu[3] == 7);
  CHECK_THROWS(parallel_for_each(cpu.default_view, extent<1>(4), [](index<1>) restrict(amp){}),
               runtime_exception, "is not supported on the selected accelerator \"CPU accelerator\"");
  return failures();
}
