// A chain of kernels as a task graph, or one by one. Arguments: [graph|plain] [length] [repetitions]
// [view|array]: the kernels hold an array_view by value (default), or refer to an array.
#include <hc.hpp>
#include <vector>

#include "graph.hpp"

namespace {

template <class AddOne>
int measure_chain(const ChainOptions& options, hc::accelerator_view view, hc::array<int, 1>& counter,
                  const AddOne& add_one) {
  const auto chain = [&] {
    for (int i = 0; i < options.length; ++i) hc::parallel_for_each(view, hc::extent<1>(1), add_one);
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
  int sum = 0;
  hc::copy(counter, &sum);
  return chain_report(options, seconds, sum);
}

}  // namespace

int main(int argc, char** argv) {
  const ChainOptions options = chain_options(argc, argv);
  hc::accelerator_view view = hc::accelerator().create_view();
  const std::vector<int> zero(1, 0);
  hc::array<int, 1> counter(hc::extent<1>(1), zero.begin(), view);
  if (argc > 4 && !std::strcmp(argv[4], "array"))
    return measure_chain(options, view, counter, [&counter](hc::index<1> i) [[hc]] { counter[i] += 1; });
  const hc::array_view<int, 1> counted(counter);
  return measure_chain(options, view, counter, [=](hc::index<1> i) [[hc]] { counted[i] += 1; });
}
