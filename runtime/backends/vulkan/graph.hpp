#ifndef HCRT_BACKENDS_VULKAN_GRAPH_HPP
#define HCRT_BACKENDS_VULKAN_GRAPH_HPP

#include <deque>

#include "queue.hpp"

namespace hcrt::backends::vulkan {

// A task graph as a command buffer, which is submitted for each launch. A launch after an update has another
// buffer, with other memory for the function objects: those before it may still run.
class Graph final : public backends::Graph {
 public:
  Graph(Device&, const std::vector<const GraphNode*>&);
  ~Graph() override;

  bool update(std::size_t node, const Launch&) override;
  EventHandle launch(backends::Queue&) override;

 private:
  struct Node {
    GraphNode::Kind kind;
    Launch launch;
    std::vector<VkBufferCopy> regions;  // of a copy
    VkBuffer to, from;
    u64 argument;  // where its function object is
    bool waits;    // for a command that no barrier comes after
  };
  struct Recording {
    VkCommandBuffer commands = nullptr;
    bool is_open = false;  // commands could not all be recorded
    Allocation arguments;
    std::vector<std::pair<std::shared_ptr<Timeline>, u64>> uses;  // the newest one of each queue
  };

  void add_copy(Node&, const Copy&);
  Recording& take_recording();
  void record(Recording&) const;

  Device& device_;
  VkCommandPool pool_ = 0;
  std::vector<Node> nodes_;
  std::size_t argument_bytes_ = 0;
  bool has_copies_ = false;
  std::deque<Recording> recordings_;
  Recording* current_ = nullptr;  // null: the next launch records
};

/// Can the device do all of it without the host?
bool can_record(const Device&, const std::vector<const GraphNode*>&);

}  // namespace hcrt::backends::vulkan
#endif
