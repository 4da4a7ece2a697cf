#include "graph_recorder.hpp"

#include <algorithm>
#include <cstring>

#include "log.hpp"

namespace hcrt {

__thread GraphRecorder* current_recorder = nullptr;

namespace {

constexpr std::size_t argument_alignment = 64;

// What a future of recorded work holds: nothing happens until the graph is launched.
class NodeEvent final : public backends::Event {
 public:
  NodeEvent(std::uint64_t work, std::uint32_t node) : work(work), node(node) {}

  static const void* family_tag() noexcept {
    static const char tag = 0;
    return &tag;
  }
  const void* family() const noexcept override { return family_tag(); }
  bool complete() noexcept override { return false; }
  void wait() override { refuse(); }
  bool notify(std::function<void()>&) override { refuse(); }
  FailureRef failure() noexcept override { return nullptr; }
  backends::Ticks ticks() noexcept override { return {}; }
  void release() noexcept override { delete this; }

  const std::uint64_t work;  // its serial
  const std::uint32_t node;

 private:
  [[noreturn]] static void refuse() {
    throw Error(Errc::runtime, "this work was recorded by a task graph: wait for what launch() gives");
  }
};

const NodeEvent* node_event(const Event* event) {
  if (!event || !event->native() || event->native()->family() != NodeEvent::family_tag()) return nullptr;
  return static_cast<const NodeEvent*>(event->native());
}

bool same_uses(std::vector<BufferUse> a, std::vector<BufferUse> b) {
  const auto before = [](const BufferUse& x, const BufferUse& y) {
    return std::less<Buffer*>()(x.buffer, y.buffer);
  };
  std::sort(a.begin(), a.end(), before);
  std::sort(b.begin(), b.end(), before);
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const BufferUse& x, const BufferUse& y) {
    return x.buffer == y.buffer && x.access == y.access;
  });
}

// The address of an image of the object that lives as long as the graph.
void* image_for(GraphWork& work, const ObjectUse& use, Queue* queue) {
  std::unique_ptr<ObjectImage> image;
  {
    const std::lock_guard<std::mutex> lock(use.buffer->mutex);
    image = own_object_image(use, queue);
  }
  for (const std::unique_ptr<ObjectImage>& known : work.images) {
    if (known->block.space != image->block.space || *known->content != *image->content) continue;
    retire_image(std::move(image));
    return known->block.address;
  }
  work.images.push_back(std::move(image));
  return work.images.back()->block.address;
}

// Keeps what the kernel needs in its node.
void set_launch(GraphWork& work, std::uint32_t number, Queue* queue, const GraphRecorder::Launch& launch) {
  GraphNode& node = work.nodes[number];
  const Bundle::Kernel& info = launch.kernel->info;
  const std::size_t bytes = info.parameter_bytes;
  std::unique_ptr<void, FreeHostMemory> argument(
      allocate_host_memory(bytes, std::max<std::size_t>(info.parameter_align, argument_alignment)));
  auto* const memory = static_cast<unsigned char*>(argument.get());
  std::memcpy(memory, launch.argument, bytes);
  for (const ObjectUse& use : *launch.objects) {
    void* const image = image_for(work, use, queue);
    std::memcpy(memory + use.offset, &image, sizeof image);
  }
  if (!launch.held->empty())
    for (std::unique_ptr<ObjectImage>& image :
         launch.held->place(memory, bytes, launch.is_number, queue,
                            [&](const ObjectUse& use) { return image_for(work, use, queue); }))
      work.images.push_back(std::move(image));
  auto& arguments = work.arguments;
  arguments.erase(std::remove_if(arguments.begin(), arguments.end(),
                                 [&](const ArgumentUse& use) { return use.node == number; }),
                  arguments.end());
  for (FoundArgument& found : find_arguments(launch.argument, bytes, launch.is_number)) {
    const std::uint64_t version = found.argument->read(memory + found.offset);
    arguments.push_back({std::move(found.argument), number, found.offset, version});
  }
  node.kernel = launch.kernel;
  node.shape = *launch.shape;
  node.argument = std::move(argument);
  node.uses = launch.uses;
  node.command.launch = {launch.function, node.argument.get(), &node.shape, launch.kernel->label()};
}

// Does the kernel's image have the variable that says how much group memory its launch has?
bool reads_group_bytes(Kernel& kernel, Device* device) {
  const std::lock_guard<std::mutex> lock(kernel.unit->globals_mutex());
  const UploadedGlobals& uploaded = kernel.unit->globals(device, kernel);
  const std::vector<Bundle::Global>& globals = kernel.unit->bundle().globals;
  for (std::size_t i = 0; i < globals.size(); ++i)
    if (std::strcmp(globals[i].symbol, "hcrt_launch_group_bytes") == 0) return uploaded.addresses[i];
  return false;
}

}  // namespace

bool is_recorded(const Event* event) { return node_event(event) != nullptr; }

GraphRecorder::GraphRecorder(TaskGraph& graph, const std::vector<Queue*>& queues)
    : graph_(graph), work_(std::make_unique<GraphWork>()) {
  for (Queue* queue : queues) {
    if (std::any_of(work_->queues.begin(), work_->queues.end(),
                    [&](const Ref<Queue>& known) { return known.get() == queue; }))
      continue;
    retain(queue);
    work_->queues.emplace_back(queue);
  }
  last_of_queue_.assign(work_->queues.size(), GraphBuffer::none);
}

GraphRecorder::GraphRecorder(TaskGraph& graph, const Event* node) : graph_(graph) {
  const NodeEvent* const recorded = node_event(node);
  if (!recorded) throw Error(Errc::runtime, "the future is not of work that a task graph recorded");
  changed_work_ = recorded->work;
  changed_node_ = recorded->node;
}

void GraphRecorder::refuse(const char* what) {
  guarded([&]() -> void {
    throw Error(Errc::runtime, text(changed_work_ ? "%s: a node of a task graph is changed by a "
                                                    "parallel_for_each only"
                                                  : "%s: not allowed while a task graph records",
                                    what));
  });
  __builtin_unreachable();
}

std::uint32_t GraphRecorder::queue_number(Queue* queue) const {
  for (std::size_t i = 0; i < work_->queues.size(); ++i)
    if (work_->queues[i].get() == queue) return static_cast<std::uint32_t>(i);
  throw Error(Errc::runtime, text("work on an accelerator_view of %s that the task graph does not record",
                                  narrow(queue->device()->info().path).c_str()));
}

GraphNode& GraphRecorder::add_node(backends::GraphNode::Kind kind, std::uint32_t queue, const char* what) {
  if (work_->nodes.size() >= GraphBuffer::none) throw Error(Errc::runtime, "a task graph of too many nodes");
  work_->nodes.emplace_back();
  GraphNode& node = work_->nodes.back();
  node.command.kind = kind;
  node.queue = queue;
  node.what = what;
  if (last_of_queue_[queue] != GraphBuffer::none) node.command.before.push_back(last_of_queue_[queue]);
  last_of_queue_[queue] = newest();
  return node;
}

void GraphRecorder::come_after(GraphNode& node, std::uint32_t earlier) {
  if (earlier == GraphBuffer::none || work_->nodes[earlier].queue == node.queue) return;
  std::vector<std::uint32_t>& before = node.command.before;
  if (std::find(before.begin(), before.end(), earlier) != before.end()) return;
  before.push_back(earlier);
  work_->nodes[earlier].awaited = true;
}

Ref<Event> GraphRecorder::event_of_newest() {
  Queue* const queue = work_->queues[work_->nodes.back().queue].get();
  return Ref<Event>(new Event(queue, backends::EventHandle(new NodeEvent(work_->serial, newest()))));
}

Ref<Event> GraphRecorder::add_kernel(Queue* queue, const Launch& launch) {
  return guarded([&] {
    if (changed_work_) return replace_kernel(queue, launch);
    const std::uint32_t number = queue_number(queue);
    const Space space = space_of(queue->device());
    for (const BufferUse& use : launch.uses) make_current(track(use.buffer), space, queue);
    add_globals(launch, number);
    GraphNode& node = add_node(backends::GraphNode::Kind::kernel, number, nullptr);
    for (const BufferUse& use : launch.uses) add_dependencies(node, track(use.buffer), use.access);
    set_launch(*work_, newest(), queue, launch);
    for (const BufferUse& use : launch.uses) used(track(use.buffer), space, use.access);
    return event_of_newest();
  });
}

Ref<Event> GraphRecorder::replace_kernel(Queue* queue, const Launch& launch) {
  const std::uint32_t number = changed_node_;
  graph_.change_node(changed_work_, number, [&](GraphWork& work) {
    const GraphNode& node = work.nodes[number];
    if (node.command.kind != backends::GraphNode::Kind::kernel)
      throw Error(Errc::runtime, "only kernels of a task graph can be changed");
    Queue* const home = work.queues[node.queue].get();
    if (home->device() != queue->device())
      throw Error(Errc::runtime, text("the node's kernel runs on accelerator %s, the new one on %s",
                                      narrow(home->device()->info().path).c_str(),
                                      narrow(queue->device()->info().path).c_str()));
    if (!same_uses(node.uses, launch.uses))
      throw Error(Errc::runtime,
                  "the new kernel does not use the arrays and views that the recorded one does: record the "
                  "graph anew");
    set_launch(work, number, home, launch);
  });
  changed_ = true;
  return completed_event();
}

Ref<Event> GraphRecorder::add_marker(Queue* queue, const Dependencies& before) {
  return guarded([&] {
    if (changed_work_) refuse("a marker");
    GraphNode& node = add_node(backends::GraphNode::Kind::marker, queue_number(queue), "marker");
    for (const Ref<Event>& event : before) {
      const NodeEvent* const earlier = node_event(event.get());
      if (earlier && earlier->work == work_->serial) {
        come_after(node, earlier->node);
      } else if (event && event->native()) {
        throw Error(Errc::runtime, "a task graph's work can't come after work that is not in it");
      }
    }
    return event_of_newest();
  });
}

Ref<Event> GraphRecorder::add_copy(Queue* queue, const backends::Copy& copy) {
  return guarded([&] {
    if (changed_work_) refuse("a copy");
    add_node(backends::GraphNode::Kind::copy, queue_number(queue), "copy").command.copy = copy;
    return event_of_newest();
  });
}

void GraphRecorder::add_globals(const Launch& launch, std::uint32_t queue) {
  if (!launch.kernel->unit->has_globals()) return;
  Device* const device = work_->queues[queue]->device();
  for (const GlobalsUse& use : work_->globals) {
    if (use.kernel->unit != launch.kernel->unit || work_->queues[use.queue]->device() != device) continue;
    const bool same = use.function->entry.tile_static_bytes == launch.function->entry.tile_static_bytes &&
                      use.shape.dynamic_bytes == launch.shape->dynamic_bytes;
    // The variable has one value for all kernels of a launch.
    if (!same && reads_group_bytes(*launch.kernel, device))
      throw Error(Errc::unsupported_feature,
                  "kernels of one task graph that ask for the size of their group memory must have the same");
    return;
  }
  work_->globals.push_back({launch.kernel, queue, launch.function, *launch.shape});
}

}  // namespace hcrt
