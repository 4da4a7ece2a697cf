// rows: amp.5.2.source_accelerator_view
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> data(8);
  const accelerator_view view = accelerator().create_view();
  array<int, 1> a(8, view);
  array_view<int, 1> of_array(a), of_memory(8, data);
  CHECK(of_array.source_accelerator_view == view && of_array.get_source_accelerator_view() == view);
  CHECK(of_memory.source_accelerator_view == accelerator(accelerator::cpu_accelerator).default_view);
  CHECK(of_memory.section(2, 3).source_accelerator_view == of_memory.source_accelerator_view);
  return failures();
}
