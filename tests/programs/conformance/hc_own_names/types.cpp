// rows: hc.language.own_names
#include <hc.hpp>
#include <hc_math.hpp>

#include <exception>

#include "check.hpp"

using namespace hc;

struct task_graph {
  int nodes = 3;
};
int value_future = 4;
float phi = 1.618f;
struct out_of_memory : std::exception {
  int code = 7;
};
class unsupported_feature {};
namespace scheduler {
enum graph_argument { none, one };
typedef int graph_recording;
}  // namespace scheduler
using namespace scheduler;

int main() {
  task_graph graph;
  graph_argument argument = one;
  graph_recording number = 5;
  unsupported_feature feature;
  (void)feature;
  array_view<int> v(4);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] {
    v[i] = graph.nodes + argument + static_cast<int>(precise_math::sqrt(16.0f));
  }).wait();
  CHECK(v[1] == 8 && number == 5 && value_future == 4 && phi > 1.6f);
  try {
    throw out_of_memory();
  } catch (const out_of_memory& caught) {
    CHECK(caught.code == 7);
  }
  return failures();
}
