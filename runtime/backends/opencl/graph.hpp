// Commands of one queue, one after the other: as a command buffer (cl_khr_command_buffer) where that works.
#ifndef HCRT_BACKENDS_OPENCL_GRAPH_HPP
#define HCRT_BACKENDS_OPENCL_GRAPH_HPP

#include "device.hpp"

namespace hcrt::backends::opencl {

// One thread at a time.
class Graph final : public backends::Graph {
 public:
  Graph(Device&, const std::vector<const GraphNode*>&);
  ~Graph() override;
  bool update(std::size_t node, const Launch&) override;
  EventHandle launch(backends::Queue&) override;

 private:
  void record(backends::Queue&);
  void drop() noexcept;

  Device& device_;
  std::vector<GraphNode> nodes_;
  bool can_record_;
  bool launched_ = false;  // since the last change
  cl_command_buffer_khr commands_ = nullptr;
};

}  // namespace hcrt::backends::opencl
#endif
