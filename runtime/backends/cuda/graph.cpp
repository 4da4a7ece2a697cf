#include "graph.hpp"

#include <algorithm>

#include "../../core/log.hpp"
#include "launch_size.hpp"

namespace hcrt::backends::cuda {
namespace {

bool by_pointer(const Launch& launch) { return (launch.function->entry.flags & HCRT_KERNEL_BY_POINTER) != 0; }

Memcpy3D::Side describe(Side side, const void* address, std::size_t pitch, std::size_t height) {
  Memcpy3D::Side result;
  result.type = side == Side::host ? memory_type_host : memory_type_device;
  result.host = address;
  result.device = reinterpret_cast<CUdeviceptr>(address);
  result.pitch = pitch;
  result.height = height;
  return result;
}

// One slice of a copy.
Memcpy3D describe(const Copy& copy, std::size_t slice) {
  Memcpy3D result;
  result.source =
      describe(copy.source_side, static_cast<const char*>(copy.source) + slice * copy.source_slice_pitch,
               copy.rows > 1 ? copy.source_row_pitch : copy.row_bytes, copy.rows);
  result.destination =
      describe(copy.destination_side,
               static_cast<const char*>(copy.destination) + slice * copy.destination_slice_pitch,
               copy.rows > 1 ? copy.destination_row_pitch : copy.row_bytes, copy.rows);
  result.width_bytes = copy.row_bytes;
  result.height = copy.rows;
  result.depth = 1;
  return result;
}

}  // namespace

Graph::~Graph() {
  try {
    device_.enter();
  } catch (const Error& error) {
    HCRT_LOG("destroying a task graph: %s", error.what());
    return;
  }
  const Api& api = device_.api();
  if (executable_) api.cuGraphExecDestroy(executable_);
  if (graph_) api.cuGraphDestroy(graph_);
  for (const Node& node : nodes_)
    if (node.block) device_.deallocate(node.block, MemoryKind::device);
}

void Graph::build(const std::vector<const GraphNode*>& nodes) {
  const Api& api = device_.api();
  device_.enter();
  device_.check(api.cuGraphCreate(&graph_, 0), "cuGraphCreate");
  nodes_.resize(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::vector<CUgraphNode> before;
    for (const std::uint32_t earlier : nodes[i]->before) before.push_back(nodes_[earlier].handle);
    Node& node = nodes_[i];
    node.launch = nodes[i]->launch;
    if (nodes[i]->kind == GraphNode::Kind::kernel) {
      add_kernel(node, before);
    } else if (nodes[i]->kind == GraphNode::Kind::copy && !is_empty(nodes[i]->copy)) {
      add_copy(node, nodes[i]->copy, std::move(before));
    } else {
      device_.check(api.cuGraphAddEmptyNode(&node.handle, graph_, before.data(), before.size()),
                    "cuGraphAddEmptyNode");
    }
  }
  device_.check(api.cuGraphInstantiate(&executable_, graph_, 0), "cuGraphInstantiate");
}

void Graph::add_kernel(Node& node, const std::vector<CUgraphNode>& before) {
  if (by_pointer(node.launch)) {
    node.block = device_.allocate(node.launch.function->entry.parameter_bytes, 256, MemoryKind::device);
    node.must_send = true;
  }
  KernelNode kernel = parameters(node);
  void* argument = by_pointer(node.launch) ? &node.block : const_cast<void*>(node.launch.argument);
  kernel.parameters = &argument;
  device_.check(
      device_.api().cuGraphAddKernelNode(&node.handle, graph_, before.data(), before.size(), &kernel),
      text("a task graph with kernel %s", node.launch.label).c_str());
}

// A node for each slice, one after the other: the last one represents all.
void Graph::add_copy(Node& node, const Copy& copy, std::vector<CUgraphNode> before) {
  for (std::size_t slice = 0; slice < copy.slices; ++slice) {
    const Memcpy3D rows = describe(copy, slice);
    device_.check(device_.api().cuGraphAddMemcpyNode(&node.handle, graph_, before.data(), before.size(),
                                                     &rows, device_.context()),
                  "a task graph with a copy");
    before.assign(1, node.handle);
  }
}

KernelNode Graph::parameters(Node& node) const {
  const Function& function = Module::variant(node.launch);
  const LaunchSize size = launch_size(*node.launch.shape, device_, function);
  allow_dynamic_bytes(device_, function, node.launch.shape->dynamic_bytes);
  KernelNode kernel;
  kernel.function = function.function;
  std::copy(size.grid, size.grid + 3, kernel.grid);
  std::copy(size.block, size.block + 3, kernel.block);
  kernel.dynamic_bytes = node.launch.shape->dynamic_bytes;
  return kernel;
}

bool Graph::update(std::size_t number, const Launch& launch) {
  if (held_.load(std::memory_order_acquire) > 0) return false;  // launches keep what they were made with
  Node& node = nodes_[number];
  const std::uint32_t bytes = node.launch.function->entry.parameter_bytes;
  if (by_pointer(launch) != by_pointer(node.launch) || launch.function->entry.parameter_bytes != bytes)
    return false;
  node.launch = launch;
  node.must_send = by_pointer(launch);
  device_.enter();
  KernelNode kernel = parameters(node);
  void* argument = node.block ? &node.block : const_cast<void*>(launch.argument);
  kernel.parameters = &argument;
  const CUresult result = device_.api().cuGraphExecKernelNodeSetParams(executable_, node.handle, &kernel);
  if (is_sticky(result)) device_.fail(result, "a change of a task graph");
  return result == CUDA_SUCCESS;  // not every function may take the place of another
}

// A launch with the function objects for itself: the program may change them until the stream gets it.
HeldQueue::Command Graph::launch_later(std::vector<Queue::LargeLaunch> large) {
  auto contents = std::make_shared<std::deque<std::vector<unsigned char>>>();
  for (Queue::LargeLaunch& each : large) {
    const auto* const bytes = static_cast<const unsigned char*>(each.argument);
    each.argument = contents->emplace_back(bytes, bytes + each.bytes).data();
  }
  held_.fetch_add(1, std::memory_order_relaxed);
  return [this, contents, large = std::move(large)](Queue& native) {
    try {
      EventHandle event = native.launch(executable_, large);
      held_.fetch_sub(1, std::memory_order_release);
      return event;
    } catch (...) {
      must_resend_.store(true);
      held_.fetch_sub(1, std::memory_order_release);
      throw;
    }
  };
}

EventHandle Graph::launch(backends::Queue& queue) {
  if (must_resend_.exchange(false))
    for (Node& node : nodes_) node.must_send = node.block != nullptr;
  std::vector<Queue::LargeLaunch> large;
  for (const Node& node : nodes_)
    if (node.must_send)
      large.push_back({node.launch.argument, node.block, node.launch.function->entry.parameter_bytes});
  EventHandle event = static_cast<HeldQueue&>(queue).submit(
      [&](Queue& native) { return native.launch(executable_, large); }, [&] { return launch_later(large); });
  if (!large.empty())
    for (Node& node : nodes_) node.must_send = false;
  return event;
}

}  // namespace hcrt::backends::cuda
