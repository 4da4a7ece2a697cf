#include "graph.hpp"

#include <algorithm>
#include <cstring>
#include <variant>

#include "../../core/memory.hpp"
#include "queue.hpp"
#include "work.hpp"

namespace hcrt::backends::host {
namespace {

// A node.
struct Step {
  std::variant<std::monostate, KernelWork, CopyWork> work;  // nothing: a marker
  std::size_t argument = 0;                                 // the function object's place

  std::uint64_t units() const {
    if (const auto* kernel = std::get_if<KernelWork>(&work)) return kernel->groups();
    if (const auto* copy = std::get_if<CopyWork>(&work)) return copy->units();
    return 0;
  }
};

Step make_step(const GraphNode& node) {
  if (node.kind == GraphNode::Kind::kernel) return {KernelWork(node.launch), 0};
  if (node.kind == GraphNode::Kind::copy) return {CopyWork(node.copy), 0};
  return {};
}

}  // namespace

// Function objects of all kernels. While launches use them they don't change: an update makes a copy.
struct GraphArguments {
  explicit GraphArguments(std::size_t size) : bytes(size), memory(allocate_host_memory(size, alignment)) {}
  ~GraphArguments() { free_host_memory(memory); }
  GraphArguments(const GraphArguments&) = delete;
  GraphArguments& operator=(const GraphArguments&) = delete;

  static constexpr std::size_t alignment = 4096;  // no function object asks for more

  void* at(std::size_t offset) const { return static_cast<char*>(memory) + offset; }

  const std::size_t bytes;
  void* const memory;
  std::atomic<long> users{0};  // commands that have not ended
};

// What a launch submits. Nodes that one thread can only do one after another are one command: a chain, each
// of which has a single piece, and nothing else comes between.
struct GraphPlan {
  struct Part {
    std::uint32_t first, count;  // steps
    std::uint64_t units;
  };
  std::vector<Step> steps;  // part by part
  std::vector<std::uint32_t> step_of_node;
  std::vector<Part> parts;
  std::vector<std::vector<std::uint32_t>> before;  // of each part: earlier ones

  explicit GraphPlan(const std::vector<const GraphNode*>&);
  std::size_t place_arguments(const std::vector<const GraphNode*>&);
};

GraphPlan::GraphPlan(const std::vector<const GraphNode*>& nodes) {
  std::vector<std::uint32_t> followers(nodes.size()), part_of(nodes.size());
  std::vector<std::vector<std::uint32_t>> members;
  for (const GraphNode* node : nodes)
    for (const std::uint32_t earlier : node->before) ++followers[earlier];
  std::vector<Step> unordered;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    unordered.push_back(make_step(*nodes[i]));
    const std::vector<std::uint32_t>& earlier = nodes[i]->before;
    const auto is_small = [&](std::uint32_t node) { return unordered[node].units() <= 1; };
    if (earlier.size() == 1 && followers[earlier[0]] == 1 && is_small(i) && is_small(earlier[0])) {
      part_of[i] = part_of[earlier[0]];
      members[part_of[i]].push_back(i);
      continue;
    }
    part_of[i] = static_cast<std::uint32_t>(members.size());
    members.push_back({i});
    before.emplace_back();
    for (const std::uint32_t node : earlier) before.back().push_back(part_of[node]);
  }
  step_of_node.resize(nodes.size());
  for (const std::vector<std::uint32_t>& nodes_of_part : members) {
    Part part{static_cast<std::uint32_t>(steps.size()), static_cast<std::uint32_t>(nodes_of_part.size()), 1};
    if (part.count == 1) part.units = unordered[nodes_of_part[0]].units();
    for (const std::uint32_t node : nodes_of_part) {
      step_of_node[node] = static_cast<std::uint32_t>(steps.size());
      steps.push_back(unordered[node]);
    }
    parts.push_back(part);
  }
  std::vector<bool> awaited(parts.size());
  for (const std::vector<std::uint32_t>& earlier : before)
    for (const std::uint32_t part : earlier) awaited[part] = true;
  std::vector<std::uint32_t> last;
  for (std::uint32_t part = 0; part < parts.size(); ++part)
    if (!awaited[part]) last.push_back(part);
  if (last.size() == 1 && last[0] + 1 == parts.size()) return;
  parts.push_back({static_cast<std::uint32_t>(steps.size()), 0, 0});  // joins them
  before.push_back(std::move(last));
}

std::size_t GraphPlan::place_arguments(const std::vector<const GraphNode*>& nodes) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i]->kind != GraphNode::Kind::kernel) continue;
    const Entry& entry = nodes[i]->launch.function->entry;
    bytes = round_up(bytes, std::max<std::size_t>(entry.parameter_align, cache_line));
    steps[step_of_node[i]].argument = bytes;
    bytes += entry.parameter_bytes;
  }
  return std::max<std::size_t>(bytes, 1);
}

namespace {

class PartCommand final : public Command {
 public:
  PartCommand(const std::shared_ptr<const GraphPlan>& plan, const std::shared_ptr<GraphArguments>& arguments,
              const GraphPlan::Part& part)
      : Command(part.units), plan_(plan), arguments_(arguments), part_(part) {
    arguments_->users.fetch_add(1, std::memory_order_relaxed);
  }
  ~PartCommand() override { arguments_->users.fetch_sub(1, std::memory_order_release); }

 private:
  void run(std::uint64_t first, std::uint64_t last) override {
    if (part_.count == 1) return run_step(plan_->steps[part_.first], first, last);
    for (std::uint32_t i = 0; i < part_.count; ++i) {
      const Step& step = plan_->steps[part_.first + i];
      run_step(step, 0, step.units());
    }
  }

  void run_step(const Step& step, std::uint64_t first, std::uint64_t last) {
    if (const auto* kernel = std::get_if<KernelWork>(&step.work)) {
      kernel->run(arguments_->at(step.argument), state_, first, last);
    } else if (const auto* copy = std::get_if<CopyWork>(&step.work)) {
      copy->run(first, last);
    }
  }

  const std::shared_ptr<const GraphPlan> plan_;
  const std::shared_ptr<GraphArguments> arguments_;
  const GraphPlan::Part& part_;
  LaunchState state_{this};
};

}  // namespace

Graph::Graph(const std::vector<const GraphNode*>& nodes) {
  auto plan = std::make_shared<GraphPlan>(nodes);
  arguments_ = std::make_shared<GraphArguments>(plan->place_arguments(nodes));
  plan_ = std::move(plan);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i]->kind == GraphNode::Kind::kernel) update(i, nodes[i]->launch);
}

Graph::~Graph() = default;

bool Graph::update(std::size_t node, const Launch& launch) {
  const Step& step = plan_->steps[plan_->step_of_node[node]];
  const auto* const kernel = std::get_if<KernelWork>(&step.work);
  if (!kernel || !(*kernel == KernelWork(launch))) return false;  // its pieces may differ: another plan
  if (arguments_->users.load(std::memory_order_acquire) > 0) {
    auto copied = std::make_shared<GraphArguments>(arguments_->bytes);
    std::memcpy(copied->memory, arguments_->memory, copied->bytes);
    arguments_ = std::move(copied);
  }
  std::memcpy(arguments_->at(step.argument), launch.argument, launch.function->entry.parameter_bytes);
  return true;
}

EventHandle Graph::launch(backends::Queue& queue) {
  std::vector<CommandHandle> commands;
  commands.reserve(plan_->parts.size());
  for (const GraphPlan::Part& part : plan_->parts)
    commands.emplace_back(new PartCommand(plan_, arguments_, part));
  return static_cast<Queue&>(queue).submit(commands, plan_->before);
}

}  // namespace hcrt::backends::host
