#include "graph.hpp"

#include <algorithm>
#include <exception>

#include "exit.hpp"
#include "graph_recorder.hpp"
#include "lasting.hpp"
#include "launch_variables.hpp"
#include "log.hpp"
#include "trace.hpp"

namespace hcrt {
namespace {

// Prepared graphs that are not needed any more, until their last launch is complete.
struct RetiredGraphs {
  RetiredGraphs() { lock_around_forks<ForkPart::graphs>(mutex); }

  struct Item {
    std::unique_ptr<backends::Graph> graph;
    EventUse last;
  };
  std::mutex mutex;
  std::vector<Item> items;
};

void retire_graph(std::unique_ptr<backends::Graph> graph, EventUse last) noexcept {
  RetiredGraphs& all = lasting<RetiredGraphs>();
  if (exiting()) return static_cast<void>(graph.release());  // the driver may be gone
  std::vector<RetiredGraphs::Item> done;                     // destroyed without the lock
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.items.push_back({std::move(graph), std::move(last)});
  const auto complete = std::partition(all.items.begin(), all.items.end(),
                                       [](const auto& item) { return item.last && !item.last->complete(); });
  std::move(complete, all.items.end(), std::back_inserter(done));
  all.items.erase(complete, all.items.end());
}

// Locks a graph's buffers in the order of their addresses.
class AllLocked {
 public:
  explicit AllLocked(const std::deque<GraphBuffer>& buffers) {
    for (const GraphBuffer& tracked : buffers) buffers_.push_back(tracked.buffer.get());
    std::sort(buffers_.begin(), buffers_.end(), std::less<Buffer*>());
    for (Buffer* buffer : buffers_) buffer->mutex.lock();
  }
  ~AllLocked() {
    for (Buffer* buffer : buffers_) buffer->mutex.unlock();
  }
  AllLocked(const AllLocked&) = delete;
  AllLocked& operator=(const AllLocked&) = delete;

 private:
  std::vector<Buffer*> buffers_;
};

Queue* queue_of(const GraphWork& work, Space space) {
  for (const Ref<Queue>& queue : work.queues)
    if (space_of(queue->device()) == space) return queue.get();
  return work.queues.front().get();
}

// Brings what the graph reads to where it reads it, and says what the graph must come after.
void settle(const GraphWork& work, Dependencies& before) {
  Queue* const first = work.queues.front().get();
  for (const GraphBuffer& tracked : work.buffers) {
    Buffer& buffer = *tracked.buffer.get();
    for (const Space space : tracked.needed) {
      if (space) {
        buffer.make_current(queue_of(work, space), buffer.all());
      } else {
        buffer.make_current_on_host(buffer.all());
      }
    }
    const bool written = tracked.writer != GraphBuffer::none;
    buffer.add_dependencies(written ? Access::write : Access::read, first, before);
  }
}

// Notes in the buffers where their contents are once the graph has run.
void note_uses(const GraphWork& work, const Ref<Event>& event) {
  for (const GraphBuffer& tracked : work.buffers) {
    Buffer& buffer = *tracked.buffer.get();
    if (tracked.writer == GraphBuffer::none) {
      if (tracked.changed) buffer.forget_contents(buffer.all());
      if (!tracked.readers.empty()) buffer.used(nullptr, Access::read, buffer.all(), event);
      continue;
    }
    buffer.used(tracked.current.front(), Access::write, buffer.all(), event);
    for (const Space space : tracked.current) buffer.also_current_in(space, buffer.all());
  }
}

}  // namespace

TaskGraph::~TaskGraph() {
  retire_prepared();
  if (!work_) return;
  for (std::unique_ptr<ObjectImage>& image : work_->images) {
    if (last_) add_use(image->uses, last_.event());
    retire_image(std::move(image));
  }
}

void TaskGraph::retire_prepared() noexcept {
  if (prepared_) retire_graph(std::move(prepared_), last_);
  tried_to_prepare_ = false;
}

void TaskGraph::begin_recording() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (recording_) throw Error(Errc::runtime, "the task graph is being recorded already");
  recording_ = true;
}

void TaskGraph::end_recording(std::unique_ptr<GraphWork> work) noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  recording_ = false;
  if (!work) return;
  retire_prepared();
  changed_.clear();
  std::swap(work, work_);
  if (!work) return;
  for (std::unique_ptr<ObjectImage>& image : work->images) {
    if (last_) add_use(image->uses, last_.event());
    retire_image(std::move(image));
  }
}

// Puts the values that the program has set since the last launch into the function objects.
void TaskGraph::read_arguments() {
  for (ArgumentUse& use : work_->arguments) {
    if (use.argument->version() == use.version) continue;
    auto* const memory = static_cast<unsigned char*>(work_->nodes[use.node].argument.get());
    use.version = use.argument->read(memory + use.offset);
    changed_.insert(use.node);
  }
}

// Gives the device the graph as a whole, where it can take that and all of it is on one device. Traced, the
// nodes are submitted one by one, so that each has its times.
void TaskGraph::prepare() {
  if (prepared_) {
    for (const std::uint32_t node : changed_) {
      if (prepared_->update(node, work_->nodes[node].command.launch)) continue;
      retire_prepared();
      break;
    }
  }
  changed_.clear();
  if (tried_to_prepare_ || tracing()) return;
  tried_to_prepare_ = true;
  Device* const device = work_->queues.front()->device();
  for (const Ref<Queue>& queue : work_->queues)
    if (queue->device() != device) return;
  std::vector<const backends::GraphNode*> nodes;
  for (const GraphNode& node : work_->nodes) nodes.push_back(&node.command);
  try {
    prepared_ = device->implementation().create_graph(nodes);
  } catch (const Error& error) {
    HCRT_LOG("task graph: its commands are submitted one by one: %s", error.what());
  }
}

Ref<Event> TaskGraph::launch() {
  not_while_recording("the launch of a task graph");
  const TraceCall call("task_graph::launch");
  const std::lock_guard<std::mutex> lock(mutex_);
  if (recording_) throw Error(Errc::runtime, "the task graph is being recorded");
  if (work_ && !work_->fault.empty())
    throw Error(Errc::runtime, "the recording of the task graph failed: " + work_->fault);
  if (!work_ || work_->nodes.empty()) return completed_event();
  read_arguments();
  prepare();
  Queue* const first = work_->queues.front().get();
  Dependencies before;
  for (const GlobalsUse& use : work_->globals) {
    Queue* const queue = work_->queues[use.queue].get();
    synchronize_globals(*use.kernel, queue, LaunchVariables(queue->device(), *use.function, use.shape),
                        before);
  }
  Ref<Event> event;
  {
    const AllLocked locked(work_->buffers);
    settle(*work_, before);
    for (const Ref<Queue>& other : work_->queues)  // the whole graph comes after all earlier work
      if (other.get() != first) before.push_back(submit_marker(other.get(), {}));
    try {
      event = submit(before);
    } catch (...) {
      stop();
      throw;
    }
    note_uses(*work_, event);
  }
  for (const Ref<Queue>& other : work_->queues)  // ... and before all later work
    if (other.get() != first) submit_marker(other.get(), {event});
  last_ = EventUse(event);
  return event;
}

Ref<Event> TaskGraph::submit(const Dependencies& before) {
  if (!prepared_) return submit_nodes(before);
  return work_->queues.front()->submit(
      before, [&](backends::Queue& native) { return prepared_->launch(native); }, "task graph");
}

// Some nodes were submitted and others can't be: no buffer knows of the work, so it must be over.
void TaskGraph::stop() noexcept {
  for (const Ref<Queue>& queue : work_->queues) {
    try {
      queue->implementation().wait();
    } catch (const std::exception& error) {
      HCRT_LOG("task graph: its launch was broken off: %s", error.what());
    }
  }
}

Ref<Event> TaskGraph::submit_nodes(Dependencies before) {
  const GraphWork& work = *work_;
  Queue* const first = work.queues.front().get();
  if (work.queues.size() > 1) before = {submit_marker(first, before)};
  std::vector<Ref<Event>> last(work.queues.size()), awaited(work.nodes.size());
  for (std::size_t i = 0; i < work.nodes.size(); ++i) {
    const GraphNode& node = work.nodes[i];
    Queue* const queue = work.queues[node.queue].get();
    Dependencies after;
    if (!last[node.queue]) after = before;
    for (const std::uint32_t earlier : node.command.before)
      if (work.nodes[earlier].queue != node.queue) after.push_back(awaited[earlier]);
    const auto start = [&](backends::Queue& native) {
      if (node.kernel) return native.launch(node.command.launch);
      if (node.command.kind == backends::GraphNode::Kind::copy) return native.copy(node.command.copy);
      return native.marker();
    };
    const char* const label = node.kernel ? node.command.launch.label : "";
    const Ref<Event> event = queue->submit(after, start, label);
    if (tracing() && node.kernel) trace_kernel(event, after, *node.kernel);
    if (tracing() && !node.kernel && node.command.copy.row_bytes) trace_copy(event, after, node.command.copy);
    if (node.awaited) awaited[i] = event;
    last[node.queue] = event;
  }
  if (work.queues.size() == 1) return last.front();
  return submit_marker(first, {last.begin(), last.end()});
}

std::size_t TaskGraph::size() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return work_ ? work_->nodes.size() : 0;
}

// --- the public functions ----------------------------------------------------------------------------
void retain(TaskGraph* graph) noexcept { graph->references.fetch_add(1, std::memory_order_relaxed); }
void release(TaskGraph* graph) noexcept {
  if (graph->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete graph;
}

int uncaught_exceptions() noexcept { return std::uncaught_exceptions(); }

Ref<TaskGraph> create_graph() { return Ref<TaskGraph>(new TaskGraph); }

void begin_recording(TaskGraph* graph, const std::vector<Queue*>& queues) {
  not_while_recording("the recording of another task graph");
  if (queues.empty()) throw Error(Errc::runtime, "a task graph records at least one accelerator_view");
  auto recorder = std::make_unique<GraphRecorder>(*graph, queues);
  graph->begin_recording();
  current_recorder = recorder.release();
}

static std::unique_ptr<GraphRecorder> take_recorder(const TaskGraph* graph) {
  if (!recording() || &current_recorder->graph() != graph) return nullptr;
  std::unique_ptr<GraphRecorder> recorder(current_recorder);
  current_recorder = nullptr;
  return recorder;
}

void end_recording(TaskGraph* graph) {
  const std::unique_ptr<GraphRecorder> recorder = take_recorder(graph);
  if (!recorder) throw Error(Errc::runtime, "the recording of a task graph ends on the thread that began it");
  graph->end_recording(recorder->take_work());
}

void finish_recording(TaskGraph* graph, bool keep) noexcept {
  if (const std::unique_ptr<GraphRecorder> recorder = take_recorder(graph))
    return graph->end_recording(keep ? recorder->take_work() : nullptr);
  std::fputs("hcrt: the recording of a task graph must end on the thread that began it\n", stderr);
}

void begin_change(TaskGraph* graph, const Event* node) {
  not_while_recording("a change of a task graph");
  current_recorder = new GraphRecorder(*graph, node);
}

void require_change(const TaskGraph*) {
  if (!current_recorder->has_changed())
    throw Error(Errc::runtime, "a launch over nothing can't take the place of a task graph's kernel");
}
void end_change(TaskGraph* graph) noexcept { take_recorder(graph); }

Ref<Event> launch(TaskGraph* graph) { return graph->launch(); }
std::size_t node_count(const TaskGraph* graph) { return graph->size(); }
std::string draw(const TaskGraph* graph) { return graph->draw(); }

}  // namespace hcrt
