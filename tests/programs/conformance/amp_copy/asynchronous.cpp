// rows: amp.5.3.copy_async, amp.3.3.members
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> data(1000, 3), out(1000);
  array<int, 1> a(1000), b(1000);
  completion_future first = copy_async(data.begin(), data.end(), a);
  completion_future second = copy_async(a, b);
  completion_future third = copy_async(b, out.begin());
  third.wait();
  first.get();
  second.get();
  CHECK(out == data && first.valid() && second.valid() && third.valid());
  completion_future empty, copied(third), assigned;
  CHECK(!empty.valid());
  assigned = copied;
  assigned.wait();
  assigned = static_cast<completion_future&&>(first);
  CHECK(assigned.valid());
  return failures();
}
