// Recorded work that is launched many times: task_graph's inside.
#ifndef HCRT_CORE_GRAPH_HPP
#define HCRT_CORE_GRAPH_HPP

#include <deque>
#include <set>

#include "graph_argument.hpp"
#include "objects.hpp"
#include "registry.hpp"

namespace hcrt {

struct FreeHostMemory {
  void operator()(void* memory) const noexcept { free_host_memory(memory); }
};

/// A buffer, and how work uses it.
struct BufferUse {
  Buffer* buffer;
  Access access;
};

/// A command as it was recorded. What `command` points to lies here.
struct GraphNode {
  backends::GraphNode command;
  std::uint32_t queue = 0;     // its place in GraphWork::queues
  bool awaited = false;        // a node of another queue comes after it
  const char* what = nullptr;  // of a copy or a marker
  const Kernel* kernel = nullptr;
  LaunchShape shape;
  std::unique_ptr<void, FreeHostMemory> argument;
  std::vector<BufferUse> uses;  // of a kernel
};

/// A buffer of the graph, at the point that recording has reached.
struct GraphBuffer {
  Ref<Buffer> buffer;
  std::vector<Space> needed;   // where its contents must be before the graph starts
  bool changed = false;        // its contents come from the graph, or were discarded in it:
  std::vector<Space> current;  // ... where they are then
  static constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t writer = none;         // the newest node that writes it
  std::vector<std::uint32_t> readers;  // since then
};

/// A value of a node's function object that the program changes between launches.
struct ArgumentUse {
  Ref<GraphArgument> argument;
  std::uint32_t node;
  std::size_t offset;
  std::uint64_t version;  // that the function object has
};

/// Variables that a node's kernel reads: brought up to date before each launch.
struct GlobalsUse {
  Kernel* kernel;
  std::uint32_t queue;
  const backends::Function* function;
  LaunchShape shape;
};

/// What was recorded. Nodes are in an order in which each comes after those that it depends on.
struct GraphWork {
  /// Distinct from all others, also from those that are gone: futures of their nodes may still be held.
  const std::uint64_t serial = next_serial();
  std::vector<Ref<Queue>> queues;
  std::deque<GraphNode> nodes;  // addresses stay
  std::deque<GraphBuffer> buffers;
  std::vector<std::unique_ptr<ObjectImage>> images;
  std::vector<ArgumentUse> arguments;
  std::vector<GlobalsUse> globals;
  std::string fault;  // why it can't be launched; empty: it can

  static std::uint64_t next_serial() noexcept {  // never 0
    static std::atomic<std::uint64_t> newest{0};
    return newest.fetch_add(1, std::memory_order_relaxed) + 1;
  }
};

// Any thread, at the same time.
class TaskGraph {
 public:
  TaskGraph() = default;
  ~TaskGraph();
  TaskGraph(const TaskGraph&) = delete;
  TaskGraph& operator=(const TaskGraph&) = delete;

  /// Throws where a recording is under way.
  void begin_recording();
  /// Takes what was recorded; null: the recording was given up, and the graph stays as it was.
  void end_recording(std::unique_ptr<GraphWork>) noexcept;
  Ref<Event> launch();
  std::size_t size() const;
  std::string draw() const;

  /// Calls change(GraphWork&), which changes the node of the work with that number.
  template <class Change>
  void change_node(std::uint64_t serial, std::uint32_t node, Change change) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!work_ || work_->serial != serial)
      throw Error(Errc::runtime, "the node belongs to another recording of the graph");
    change(*work_);
    changed_.insert(node);
  }

  std::atomic<long> references{1};

 private:
  void read_arguments();
  void prepare();
  Ref<Event> submit(const Dependencies& before);
  Ref<Event> submit_nodes(Dependencies before);
  void stop() noexcept;
  void retire_prepared() noexcept;

  mutable std::mutex mutex_;
  bool recording_ = false;
  std::unique_ptr<GraphWork> work_;
  std::set<std::uint32_t> changed_;  // nodes that differ from the prepared ones
  std::unique_ptr<backends::Graph> prepared_;
  bool tried_to_prepare_ = false;
  EventUse last_;  // the newest launch
};

}  // namespace hcrt
#endif
