// rows: amp.5.2.synchronize_to, amp.5.2.synchronize_to_async
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
  std::vector<int> data = numbers(50);
  array_view<int> v(50, data);
  const accelerator_view here = accelerator().default_view, host = accelerator(L"host").create_view();
  v.synchronize_to(here);
  v.synchronize_to(here, access_type_read_write);
  parallel_for_each(here, v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
  completion_future moved = v.synchronize_to_async(host, access_type_read);
  moved.wait();
  v.synchronize_to_async(host).get();
  parallel_for_each(host, v.extent, [=](index<1> i) restrict(amp) { v[i] *= 2; });
  v.synchronize();
  CHECK(data[49] == 100 && data[0] == 2);
  return failures();
}
