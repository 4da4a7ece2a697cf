// rows: amp.3.3.to_task
// Without <ppltasks.h> the name is the program's.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct task {
  int id;
};

task first(task a, task b) { return a.id < b.id ? a : b; }

int main() {
  array_view<int> v(4);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0] + 1; });
  CHECK(first(task{v[1]}, task{v[3]}).id == 2);
  return failures();
}
