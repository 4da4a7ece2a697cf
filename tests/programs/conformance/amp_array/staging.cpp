// rows: amp.5.1.staging, amp.5.1.associated_accelerator_view
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  const std::vector<int> data = numbers(16);
  const accelerator_view cpu = accelerator(accelerator::cpu_accelerator).default_view;
  const accelerator_view device = accelerator().default_view;
  array<int> in(16, data.begin(), data.end(), cpu, device), out(16, cpu, device),
      bare(extent<1>(16), data.begin(), cpu, device);
  array<int, 2> flat(4, 4, cpu, device);
  CHECK(in.accelerator_view == cpu && in.associated_accelerator_view == device);
  CHECK(flat.get_associated_accelerator_view() == device && flat.accelerator_view == cpu);
  CHECK(in.cpu_access_type == access_type_read_write && bare[5] == 5);
  in[3] = 33;  // host code reaches a staging array's elements
  array<int> on_device(16, device);
  copy(in, on_device);
  parallel_for_each(on_device.extent, [&](index<1> i) restrict(amp) { on_device[i] += 1; });
  copy(on_device, out);
  CHECK(out[3] == 34 && out[15] == 16);
  out.data()[15] = 9;
  CHECK(out[15] == 9);
  CHECK(on_device.associated_accelerator_view == on_device.accelerator_view);
  return failures();
}
