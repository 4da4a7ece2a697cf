// C++ AMP: launches and copies that a task graph records; arrays by reference, tiles, arguments.
#include <amp.h>
#include <cstring>
#include <vector>

#include "../headers/check.hpp"

using namespace concurrency;

int main() {
  accelerator_view view = accelerator().create_view();
  std::vector<int> data(256, 1), result(256, 0);
  array_view<int, 1> input(256, data), output(256, result);
  output.discard_data();
  array<int, 1> work(256, view);
  graph_argument<int> add(1);
  task_graph graph;
  {
    const graph_recording recording = graph.record(view);
    copy_async(input, work);
    parallel_for_each(
        view, work.extent, [&work, add ](index<1> i) restrict(amp) { work[i] = work[i] * 2 + add; });
    parallel_for_each(
        view, work.extent.tile<64>(), [&work, output ](tiled_index<64> t) restrict(amp) {
          tile_static int shared[64];
          shared[t.local[0]] = work[t.global];
          t.barrier.wait();
          output[t.global] = shared[63 - t.local[0]];
        });
  }
  CHECK(result[0] == 0);
  graph.launch().wait();
  CHECK(output[0] == 3 && output[255] == 3);
  input[63] = 10;
  add.set(5);
  graph.launch();
  output.synchronize();
  CHECK(result[0] == 25 && result[1] == 7);
  CHECK_THROWS(graph.record([&] { copy(input, work); }, view), runtime_exception,
               "not allowed while a task graph records");
  return failures();
}
