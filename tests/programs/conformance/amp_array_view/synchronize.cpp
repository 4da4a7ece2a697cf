// rows: amp.5.2.synchronize, amp.5.2.synchronize_async
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
  std::vector<int> data = numbers(100);
  array_view<int> v(100, data);
  for (int round = 1; round <= 3; ++round) {
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1000; });
    if (round == 1) v.synchronize();
    if (round == 2) v.synchronize(access_type_read);
    if (round == 3) {
      completion_future done = v.synchronize_async();
      CHECK(done.valid());
      done.wait();
    }
    CHECK(data[99] == 99 + round * 1000);
  }
  v.synchronize(access_type_read_write);
  data[5] = -5;  // allowed after synchronising for writing
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 2; });
  v.synchronize_async(access_type_read).get();
  CHECK(data[5] == -10 && data[6] == 2 * 3006);
  return failures();
}
