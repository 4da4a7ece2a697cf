// A chain of kernels as a task graph, or one by one. Arguments: [graph|plain] [length] [repetitions].
#include <hc.hpp>
#include <vector>

#include "graph.hpp"

int main(int argc, char** argv) {
  const ChainOptions options = chain_options(argc, argv);
  hc::accelerator_view view = hc::accelerator().create_view();
  std::vector<int> sum(1, 0);
  hc::array<int, 1> counter(hc::extent<1>(1), sum.begin(), view);
  const auto chain = [&] {
    for (int i = 0; i < options.length; ++i)
      hc::parallel_for_each(view, hc::extent<1>(1), [&counter](hc::index<1> k) [[hc]] { counter[k] += 1; });
  };
  hc::task_graph graph;
  graph.record(chain, view);
  const double seconds = median_seconds(options.repetitions, [&] {
    if (options.graph) {
      graph.launch().wait();
    } else {
      chain();
      view.wait();
    }
  });
  hc::copy(counter, sum.begin());
  return chain_report(options, seconds, sum[0]);
}
