// rows: amp.ms.ppl.task_group
#include <amp.h>
#include <ppl.h>

#include <atomic>
#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::atomic<int> count(0);
  task_group tasks;
  for (int i = 0; i < 10; ++i) tasks.run([&] { ++count; });
  CHECK(tasks.wait() == completed && count == 10);
  CHECK(tasks.run_and_wait([&] { ++count; }) == completed && count == 11);
  structured_task_group group;
  auto task = make_task([&] { count += 100; });
  group.run(task);
  group.wait();
  CHECK(count == 111);
  tasks.cancel();
  CHECK(tasks.is_canceling() && tasks.wait() == canceled && !tasks.is_canceling());
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
