// The fake driver's graphs: nodes are done in the order in which they were made.
#ifndef HCRT_TESTS_FAKE_CUDA_GRAPHS_HPP
#define HCRT_TESTS_FAKE_CUDA_GRAPHS_HPP

#include "state.hpp"

namespace {

struct KernelParameters {  // CUDA_KERNEL_NODE_PARAMS, version 2
  Function* func;
  unsigned grid[3], block[3], shared;
  void** kernelParams;
  void** extra;
  void* kern;
  void* context;
};
struct Memcpy3DSide {
  std::size_t x, y, z, lod;
  int type;
  const void* host;
  Pointer device;
  void* array;
  void* reserved;
  std::size_t pitch, height;
};
struct Memcpy3D {  // CUDA_MEMCPY3D, version 2
  Memcpy3DSide source, destination;
  std::size_t width, height, depth;
};

struct Graph;

struct GraphNode {
  Graph* graph;
  std::size_t number;
};

struct Graph {
  std::deque<GraphNode> nodes;
  std::vector<std::function<void()>> work;
  std::size_t edges = 0;
};

struct GraphExec {
  const Graph* graph;
  std::vector<std::function<void()>> work;
};

int add_node(GraphNode** node, Graph* graph, GraphNode* const* before, std::size_t count,
             std::function<void()> work) {
  for (std::size_t i = 0; i < count; ++i)
    if (!before[i] || before[i]->graph != graph) return invalid_value;
  graph->edges += count;
  graph->nodes.push_back({graph, graph->nodes.size()});
  graph->work.push_back(std::move(work));
  *node = &graph->nodes.back();
  return success;
}

// Null: the driver would refuse it.
std::function<void()> kernel_work(const KernelParameters& kernel) {
  const unsigned threads = kernel.block[0] * kernel.block[1] * kernel.block[2];
  if (!kernel.func || !kernel.kernelParams || kernel.extra || threads == 0) return nullptr;
  if (threads > kernel.func->module->thread_limit()) return nullptr;
  const auto* const begin = static_cast<const unsigned char*>(kernel.kernelParams[0]);
  const Runner run = runner;
  const std::size_t size = run ? run(kernel.func->module->text.c_str(), kernel.func->name.c_str(), nullptr, 0)
                           : kernel.func->name == "large" ? sizeof(Argument*)
                                                          : sizeof(Argument);
  const std::uint64_t items = std::uint64_t{kernel.grid[0]} * kernel.grid[1] * kernel.grid[2] * threads;
  return [f = *kernel.func, bytes = std::vector<unsigned char>(begin, begin + size), items,
          shared = kernel.shared] { run_kernel(f, bytes, items, shared); };
}

}  // namespace

API fake_cuda_graphs(int* graphs, int* launches, int* changes) {
  const std::lock_guard<std::mutex> lock(driver().mutex);
  *graphs = driver().counters.graphs;
  *launches = driver().counters.graph_launches;
  *changes = driver().counters.graph_changes;
  return success;
}

API cuGraphCreate(Graph** graph, unsigned flags) {
  ENTER();
  if (flags || mode("nograph")) return invalid_value;
  *graph = new Graph;
  ++driver().counters.graphs;
  return success;
}
API cuGraphAddKernelNode_v2(GraphNode** node, Graph* graph, GraphNode* const* before, std::size_t count,
                            const KernelParameters* kernel) {
  ENTER();
  std::function<void()> work = kernel_work(*kernel);
  return work ? add_node(node, graph, before, count, std::move(work)) : invalid_value;
}
API cuGraphAddMemcpyNode(GraphNode** node, Graph* graph, GraphNode* const* before, std::size_t count,
                         const Memcpy3D* copy, void* context) {
  ENTER();
  if (context != current_context || copy->depth != 1 || copy->source.pitch < copy->width ||
      copy->destination.pitch < copy->width)
    return invalid_value;
  for (const Memcpy3DSide* side : {&copy->source, &copy->destination})
    if (side->type == 2 && !in_device(side->device, (copy->height - 1) * side->pitch + copy->width))
      return invalid_value;
  return add_node(node, graph, before, count, [rows = *copy] {
    for (std::size_t row = 0; row < rows.height; ++row)
      std::memmove(reinterpret_cast<char*>(rows.destination.device) + row * rows.destination.pitch,
                   reinterpret_cast<const char*>(rows.source.device) + row * rows.source.pitch, rows.width);
  });
}
API cuGraphAddEmptyNode(GraphNode** node, Graph* graph, GraphNode* const* before, std::size_t count) {
  ENTER();
  return add_node(node, graph, before, count, [] {});
}
API cuGraphInstantiateWithFlags(GraphExec** executable, Graph* graph, unsigned long long flags) {
  ENTER();
  if (flags) return invalid_value;
  *executable = new GraphExec{graph, graph->work};
  return success;
}
API cuGraphExecKernelNodeSetParams_v2(GraphExec* executable, GraphNode* node,
                                      const KernelParameters* kernel) {
  ENTER();
  std::function<void()> work = kernel_work(*kernel);
  if (!work || node->graph != executable->graph || mode("nochange")) return invalid_value;
  ++driver().counters.graph_changes;
  executable->work[node->number] = std::move(work);
  return success;
}
API cuGraphLaunch(GraphExec* executable, Stream* stream) {
  ENTER();
  if (launch_result != success) return launch_result;
  ++driver().counters.graph_launches;
  return enqueue(stream, [work = executable->work] {
    for (const std::function<void()>& node : work) node();
  });
}
API cuGraphExecDestroy(GraphExec* executable) {
  ENTER();
  delete executable;
  return success;
}
API cuGraphDestroy(Graph* graph) {
  ENTER();
  --driver().counters.graphs;
  delete graph;
  return success;
}

#endif
