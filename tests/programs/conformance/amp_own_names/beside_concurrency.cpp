// rows: amp.language.own_names
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct task_graph {
  int nodes = 3;
};
template <class T>
struct value_future {
  T value;
};
template <class... Futures>
int when_any(Futures...) {
  return sizeof...(Futures);
}

int main() {
  task_graph graph;
  value_future<int> future{2};
  int data[4] = {};
  array_view<int> v(4, data);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = graph.nodes * future.value; });
  completion_future first, second;
  CHECK(v[3] == 6 && when_any(first, second) == 2);
  return failures();
}
