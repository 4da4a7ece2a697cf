// rows: amp.3.1.create_view, amp.3.2.queuing_mode
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  accelerator acc;
  accelerator_view automatic = acc.create_view(), immediate = acc.create_view(queuing_mode_immediate);
  CHECK(automatic.queuing_mode == queuing_mode_automatic);
  CHECK(immediate.queuing_mode == queuing_mode_immediate &&
        immediate.get_queuing_mode() == queuing_mode_immediate);
  CHECK(automatic != immediate && automatic != acc.default_view && automatic.accelerator == acc);
  array_view<int, 1> seen(4);
  for (accelerator_view view : {automatic, immediate})
    parallel_for_each(view, seen.extent, [=](index<1> i) restrict(amp) { seen[i] += 1; });
  CHECK(seen[0] == 2);
  return failures();
}
