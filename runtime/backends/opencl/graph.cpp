#include "graph.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "../../core/log.hpp"
#include "../../core/variables.hpp"
#include "queue.hpp"

namespace hcrt::backends::opencl {
namespace {

// Seen on Intel's CPU runtime: a command buffer takes four times as long as its kernels one by one.
bool wants_command_buffers(const Device& device) {
  return variables::opencl_command_buffers.is_on(device.info().is_gpu);
}

// Copies are left out (their functions in command buffers differ between versions of the extension), and so
// is memory that each launch must name.
bool can_be_recorded(const Device& device, const std::vector<GraphNode>& nodes) {
  const Extensions& extensions = device.extensions();
  if (!wants_command_buffers(device) || !extensions.clCreateCommandBufferKHR ||
      !extensions.clCommandNDRangeKernelKHR || !extensions.clFinalizeCommandBufferKHR ||
      !extensions.clEnqueueCommandBufferKHR || !extensions.clReleaseCommandBufferKHR ||
      device.memory() == MemoryModel::svm)
    return false;
  return std::all_of(nodes.begin(), nodes.end(), [](const GraphNode& node) {
    return node.kind == GraphNode::Kind::marker ||
           (node.kind == GraphNode::Kind::kernel &&
            (node.launch.function->entry.flags & HCRT_KERNEL_BY_POINTER) == 0);
  });
}

}  // namespace

Graph::Graph(Device& device, const std::vector<const GraphNode*>& nodes) : device_(device) {
  for (const GraphNode* node : nodes) nodes_.push_back(*node);
  can_record_ = can_be_recorded(device_, nodes_);
}

Graph::~Graph() { drop(); }

void Graph::drop() noexcept {
  if (commands_) device_.extensions().clReleaseCommandBufferKHR(commands_);  // it ends after its launches
  commands_ = nullptr;
}

// The next launch submits the commands one by one, and if no further change comes, the one after it records
// them: a program that changes something each time would record each time.
bool Graph::update(std::size_t node, const Launch& launch) {
  nodes_[node].launch = launch;
  launched_ = false;
  drop();
  return true;
}

void Graph::record(backends::Queue& queue) {
  std::vector<Launch> launches;
  for (const GraphNode& node : nodes_)
    if (node.kind == GraphNode::Kind::kernel) launches.push_back(node.launch);
  try {
    commands_ = static_cast<Queue&>(queue).record(launches);
  } catch (const Error& error) {
    HCRT_LOG("task graph: no command buffer: %s", error.what());
    can_record_ = false;
  }
}

EventHandle Graph::launch(backends::Queue& queue) {
  if (can_record_ && launched_ && !commands_) record(queue);
  if (commands_) return static_cast<Queue&>(queue).launch(commands_);
  launched_ = true;
  return static_cast<Queue&>(queue).launch(nodes_);
}

}  // namespace hcrt::backends::opencl
