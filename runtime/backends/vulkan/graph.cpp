#include "graph.hpp"

#include <algorithm>
#include <cstring>

#include "recorder.hpp"

namespace hcrt::backends::vulkan {
namespace {

constexpr std::size_t argument_alignment = 64;
constexpr VkFlags simultaneous_use = 4;

}  // namespace

bool can_record(const Device& device, const std::vector<const GraphNode*>& nodes) {
  return std::all_of(nodes.begin(), nodes.end(), [&](const GraphNode* node) {
    const Copy& copy = node->copy;
    return node->kind != GraphNode::Kind::copy ||
           (copy.destination_side == Side::device && copy.source_side == Side::device &&
            (!copy.source_device || copy.source_device == &device));
  });
}

Graph::Graph(Device& device, const std::vector<const GraphNode*>& nodes) : device_(device) {
  std::size_t separated = 0;  // a barrier follows the nodes before this one
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const GraphNode& given = *nodes[i];
    nodes_.push_back({given.kind, given.launch, {}, 0, 0, 0, false});
    Node& node = nodes_.back();
    node.waits = std::any_of(given.before.begin(), given.before.end(),
                             [&](std::uint32_t earlier) { return earlier >= separated; });
    if (node.waits) separated = i;
    if (given.kind == GraphNode::Kind::kernel) {
      node.argument = argument_bytes_;
      const std::size_t bytes = argument_bytes(*given.launch.function);
      argument_bytes_ += (bytes + argument_alignment - 1) / argument_alignment * argument_alignment;
    } else if (given.kind == GraphNode::Kind::copy) {
      add_copy(node, given.copy);
    }
  }
  VkCommandPoolCreateInfo info;
  info.queueFamilyIndex = device.queue_family();
  device.check(device.api().vkCreateCommandPool(device.native(), &info, nullptr, &pool_),
               "vkCreateCommandPool");
}

Graph::~Graph() {
  for (const Recording& recording : recordings_) device_.destroy(recording.arguments);
  device_.api().vkDestroyCommandPool(device_.native(), pool_, nullptr);
}

void Graph::add_copy(Node& node, const Copy& copy) {
  if (!copy.row_bytes || !copy.rows || !copy.slices) {
    node.kind = GraphNode::Kind::marker;
    return;
  }
  const Allocation to = device_.find(copy.destination), from = device_.find(copy.source);
  has_copies_ = true;
  node.to = to.buffer;
  node.from = from.buffer;
  const u64 target = reinterpret_cast<u64>(copy.destination) - to.address;
  const u64 source = reinterpret_cast<u64>(copy.source) - from.address;
  for (std::size_t slice = 0; slice < copy.slices; ++slice)
    for (std::size_t row = 0; row < copy.rows; ++row)
      node.regions.push_back(
          {source + slice * copy.source_slice_pitch + row * copy.source_row_pitch,
           target + slice * copy.destination_slice_pitch + row * copy.destination_row_pitch, copy.row_bytes});
}

bool Graph::update(std::size_t node, const Launch& launch) {
  nodes_[node].launch = launch;
  current_ = nullptr;
  return true;
}

// One that no launch uses any more, or a new one.
Graph::Recording& Graph::take_recording() {
  const auto is_free = [](const Recording& recording) {
    return std::all_of(recording.uses.begin(), recording.uses.end(),
                       [](const auto& use) { return use.first->reached(use.second); });
  };
  const auto found = std::find_if(recordings_.begin(), recordings_.end(), is_free);
  if (found != recordings_.end()) return *found;
  Recording made;
  VkCommandBufferAllocateInfo info;
  info.commandPool = pool_;
  device_.check(device_.api().vkAllocateCommandBuffers(device_.native(), &info, &made.commands),
                "vkAllocateCommandBuffers");
  if (argument_bytes_) made.arguments = device_.make(argument_bytes_, Place::both);
  recordings_.push_back(std::move(made));
  return recordings_.back();
}

void Graph::record(Recording& recording) const {
  const Api& api = device_.api();
  if (recording.is_open)
    device_.check(api.vkResetCommandBuffer(recording.commands, 0), "vkResetCommandBuffer");
  recording.is_open = true;
  VkCommandBufferBeginInfo info;
  info.flags = simultaneous_use;
  device_.check(api.vkBeginCommandBuffer(recording.commands, &info), "vkBeginCommandBuffer");
  KernelRecorder kernels(device_, recording.commands);
  for (const Node& node : nodes_) {
    if (node.waits) (has_copies_ ? wait_for_commands : wait_for_kernels)(api, recording.commands);
    if (node.kind == GraphNode::Kind::kernel) {
      kernels.record(node.launch, recording.arguments, node.argument);
    } else if (node.kind == GraphNode::Kind::copy) {
      api.vkCmdCopyBuffer(recording.commands, node.from, node.to, static_cast<u32>(node.regions.size()),
                          node.regions.data());
    }
  }
  device_.check(api.vkEndCommandBuffer(recording.commands), "vkEndCommandBuffer");
  recording.is_open = false;
}

EventHandle Graph::launch(backends::Queue& given) {
  auto& queue = static_cast<Queue&>(given);
  if (!current_) {
    Recording& recording = take_recording();
    record(recording);
    recording.uses.clear();
    current_ = &recording;
  }
  EventHandle event = queue.run(current_->commands, "task graph");
  const auto& native = static_cast<const Event&>(*event);
  auto& uses = current_->uses;
  uses.erase(std::remove_if(uses.begin(), uses.end(),
                            [&](const auto& use) { return use.first == native.timeline(); }),
             uses.end());
  uses.emplace_back(native.timeline(), native.value());
  return event;
}

}  // namespace hcrt::backends::vulkan
