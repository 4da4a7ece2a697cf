// Commands of the host prepared for many launches.
#ifndef HCRT_BACKENDS_HOST_GRAPH_HPP
#define HCRT_BACKENDS_HOST_GRAPH_HPP

#include "../../core/backend.hpp"

namespace hcrt::backends::host {

struct GraphPlan;
struct GraphArguments;

// One thread at a time. Launches that still run keep what they need.
class Graph final : public backends::Graph {
 public:
  explicit Graph(const std::vector<const GraphNode*>&);
  ~Graph() override;
  bool update(std::size_t node, const Launch&) override;
  EventHandle launch(backends::Queue&) override;

 private:
  std::shared_ptr<const GraphPlan> plan_;
  std::shared_ptr<GraphArguments> arguments_;
};

}  // namespace hcrt::backends::host
#endif
