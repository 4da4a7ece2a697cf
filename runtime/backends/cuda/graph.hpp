// A CUDA graph: commands that the driver knows as a whole.
#ifndef HCRT_BACKENDS_CUDA_GRAPH_HPP
#define HCRT_BACKENDS_CUDA_GRAPH_HPP

#include "held_queue.hpp"

namespace hcrt::backends::cuda {

// One thread at a time.
class Graph final : public backends::Graph {
 public:
  explicit Graph(Device& device) : device_(device) {}
  ~Graph() override;
  /// Once, before all else.
  void build(const std::vector<const GraphNode*>&);

  bool update(std::size_t node, const Launch&) override;
  EventHandle launch(backends::Queue&) override;

 private:
  struct Node {
    CUgraphNode handle = nullptr;
    Launch launch{};         // of a kernel
    void* block = nullptr;   // of a function object that travels by pointer
    bool must_send = false;  // the block does not hold the function object yet
  };

  void add_kernel(Node&, const std::vector<CUgraphNode>& before);
  void add_copy(Node&, const Copy&, std::vector<CUgraphNode> before);
  KernelNode parameters(Node&) const;
  HeldQueue::Command launch_later(std::vector<Queue::LargeLaunch>);

  Device& device_;
  CUgraph graph_ = nullptr;
  CUgraphExec executable_ = nullptr;
  std::vector<Node> nodes_;
  // The graph lives until its launches are complete, those that a queue holds back included.
  std::atomic<int> held_{0};              // launches that the stream does not have yet
  std::atomic<bool> must_resend_{false};  // such a launch failed: the blocks may hold anything
};

}  // namespace hcrt::backends::cuda
#endif
