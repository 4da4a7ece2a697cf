// rows: amp.2.whole_programs
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  accelerator a, b(accelerator::default_accelerator);
  CHECK(a == b && !(a != b) && !accelerator::get_all().empty());
  accelerator_view v = a.default_view, w = a.create_view(queuing_mode_automatic);
  CHECK(v == a.get_default_view() && w != v && w.queuing_mode == queuing_mode_automatic &&
        v.accelerator == a);
  CHECK(a.get_device_path() == a.device_path && a.description == a.get_description() &&
        a.version == a.get_version());
  CHECK(a.is_debug == a.get_is_debug() && a.is_emulated == a.get_is_emulated() &&
        v.version == v.get_version());
  CHECK(a.has_display == a.get_has_display() && a.dedicated_memory == a.get_dedicated_memory());
  CHECK(a.supports_double_precision && a.supports_limited_double_precision);
  CHECK(a.supports_cpu_shared_memory == a.get_supports_cpu_shared_memory());
  CHECK(!v.is_auto_selection && accelerator::get_auto_selection_view().is_auto_selection);
  accelerator cpu(accelerator::cpu_accelerator);
  CHECK(cpu.device_path == accelerator::cpu_accelerator && cpu.is_emulated);
  array<int> staging(4, cpu.default_view, v);
  CHECK(staging.associated_accelerator_view == v && staging.accelerator_view == cpu.default_view);
  for (int i = 0; i < 4; ++i) staging[i] = i;
  array<int> there(staging, v);
  parallel_for_each(v, there.extent, [&](index<1> i) restrict(amp) { there[i] *= 2; });
  copy(there, staging);
  CHECK(staging(3) == 6 && staging.data()[2] == 4);
  return failures();
}
