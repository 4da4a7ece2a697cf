// The recording of a task graph: what a thread submits becomes nodes.
#ifndef HCRT_CORE_GRAPH_RECORDER_HPP
#define HCRT_CORE_GRAPH_RECORDER_HPP

#include <unordered_map>

#include "graph.hpp"
#include "held_objects.hpp"

namespace hcrt {

class GraphRecorder;
extern __thread GraphRecorder* current_recorder;

/// Does this thread record a task graph (or change a node of one)?
inline bool recording() noexcept { return __builtin_expect(current_recorder != nullptr, 0); }

// One thread only: the one that records. Each function throws where the work can't be recorded, and after
// that the graph can't be launched.
class GraphRecorder {
 public:
  struct Launch {
    Kernel* kernel;
    const backends::Function* function;
    const LaunchShape* shape;
    const void* argument;
    std::vector<BufferUse> uses;
    const std::vector<ObjectUse>* objects;
    const HeldObjects* held;
    IsNumber is_number;
  };

  GraphRecorder(TaskGraph&, const std::vector<Queue*>&);
  /// The next kernel takes the place of the node.
  GraphRecorder(TaskGraph&, const Event* node);

  Ref<Event> add_kernel(Queue*, const Launch&);
  /// whole: nothing of the destination's contents remains.
  Ref<Event> add_copy(Buffer* source, const Region& from, Buffer* destination, const Region& to, bool whole);
  Ref<Event> add_copy(Queue*, const backends::Copy&);
  Ref<Event> add_marker(Queue*, const Dependencies&);
  /// Makes the contents current for the host or the queue's device.
  Ref<Event> add_synchronize(Buffer*, Queue*);
  void discard(Buffer*, Range);
  [[noreturn]] void refuse(const char* what);
  bool records(Space) const;  // a queue of the device

  TaskGraph& graph() const noexcept { return graph_; }
  bool has_changed() const noexcept { return changed_; }  // a node, by a kernel that took its place
  std::unique_ptr<GraphWork> take_work() noexcept { return std::move(work_); }

 private:
  // Work that could not be recorded is missing in the graph, which must not be launched without.
  template <class Function>
  auto guarded(Function function) {
    try {
      return function();
    } catch (const std::exception& error) {
      if (work_ && work_->fault.empty()) work_->fault = error.what();
      throw;
    }
  }
  std::uint32_t queue_number(Queue*) const;
  Queue* queue_on(Space, const Buffer* array = nullptr) const;  // the array's own by preference
  GraphBuffer& track(Buffer*);
  GraphNode& add_node(backends::GraphNode::Kind, std::uint32_t queue, const char* what);
  std::uint32_t newest() const { return static_cast<std::uint32_t>(work_->nodes.size() - 1); }
  void come_after(GraphNode&, std::uint32_t earlier);
  void add_dependencies(GraphNode&, const GraphBuffer&, Access);
  void used(GraphBuffer&, Space, Access);
  void make_current(GraphBuffer&, Space, Queue*);
  void transfer(GraphBuffer&, Space from, Space to, Queue*);
  bool is_current(const GraphBuffer&, Space) const;
  Space space_with_contents(const GraphBuffer&) const;
  Space destination_space(const GraphBuffer& source, const GraphBuffer& destination, bool whole) const;
  void add_globals(const Launch&, std::uint32_t queue);
  Ref<Event> replace_kernel(Queue*, const Launch&);
  Ref<Event> event_of_newest();

  TaskGraph& graph_;
  std::unique_ptr<GraphWork> work_;
  std::vector<std::uint32_t> last_of_queue_;
  std::unordered_map<const Buffer*, GraphBuffer*> tracked_;
  std::uint64_t changed_work_ = 0;  // its serial; 0: this records
  std::uint32_t changed_node_ = GraphBuffer::none;
  bool changed_ = false;
};

/// Throws where this thread records: `what` would have to be done at once.
inline void not_while_recording(const char* what) {
  if (recording()) current_recorder->refuse(what);
}

}  // namespace hcrt
#endif
