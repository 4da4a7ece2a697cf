// rows: hc.language.own_names
// ptx: none
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

// Members are no names beside hcpy's: those stay.
struct Scheduler {
  int when_all(int tasks) { return tasks; }
  int task_graph = 1;
};

int main() {
  completion_future first, second;
  when_all(first, second).wait();
  task_graph graph;
  value_future<std::size_t> any = when_any(first);
  CHECK(Scheduler().when_all(3) == 3 && Scheduler().task_graph == 1 && graph.size() == 0 && any.valid());
  return failures();
}
