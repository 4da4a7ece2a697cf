// Launches: checks, residency of what the function object holds, substitution of captured references.
#include <hcrt/program.hpp>

#include <algorithm>
#include <cstring>
#include <memory>

#include "exit.hpp"
#include "graph_recorder.hpp"
#include "hcc_environment.hpp"
#include "held_objects.hpp"
#include "launch_variables.hpp"
#include "log.hpp"
#include "per_thread.hpp"
#include "registry.hpp"
#include "trace.hpp"

namespace hcrt {
namespace {

// A part of a buffer that the kernel uses; a buffer may have several.
struct Binding {
  Buffer* buffer;
  Access access;
  Range range;
};

constexpr std::size_t argument_alignment = 64;

}  // namespace

struct LaunchScope::State {
  Queue* queue = nullptr;
  LaunchScope* outer = nullptr;
  std::vector<Binding> bindings;  // sorted by address when they are locked
  std::size_t locked = 0;
  std::vector<ObjectUse> objects;      // whose addresses are words of the argument
  std::vector<ObjectUse> held_arrays;  // of held objects
  std::vector<ObjectUse> members;      // which lie in the argument: arrays captured by value
  std::uint64_t registered = 0;        // objects of this thread when the scope began
  HeldObjects held;
  HeldObjects::Images images;  // of these
  Dependencies dependencies;
  std::vector<unsigned char> argument;
  std::exception_ptr fault;  // of a binding: launch() throws it
  const KernelId* kernel = nullptr;

  // One state is kept for the next launch of the thread: a launch allocates nothing once it is warm.
  struct Spare {
    std::unique_ptr<State> state;
  };
  static State* take();
  static void give_back(State*) noexcept;

  void clear();
  void bind(Buffer*, Access, Range);
  void lock_buffers();
  bool first_of_buffer(std::size_t binding) const noexcept;
  void make_buffers_current();
  void find_held(const void* argument, std::size_t bytes, IsNumber);
  void unlock_buffers() noexcept;
  const void* prepare_argument(const void* source, std::size_t bytes, std::uint32_t align, IsNumber);
  void record(const Ref<Event>&);
  Ref<Event> record_launch(GraphRecorder::Launch) const;
};

namespace {

thread_local LaunchScope* current_scope = nullptr;

void check_shape(const Kernel& kernel, const backends::Function& function, const DeviceInfo& device,
                 const LaunchShape& shape) {
  std::uint64_t items = 1, all = 1;
  for (int d = 0; d < shape.rank; ++d) {
    const unsigned long long tile = shape.group[d], grid = shape.global[d];
    if (tile > device.max_group_size[d])
      throw Error(Errc::invalid_compute_domain,
                  text("The extent of the tile (%llu) exceeds the device limit (%u).", tile,
                       device.max_group_size[d]));
    if (tile > grid)
      throw Error(Errc::invalid_compute_domain,
                  text("The extent of the tile (%llu) exceeds the compute grid extent (%llu).", tile, grid));
    if (grid > UINT32_MAX || __builtin_mul_overflow(all, std::max(grid, 1ull), &all))
      throw Error(Errc::invalid_compute_domain, "Extent size too large.");
    items *= std::max(tile, 1ull);
  }
  if (items > function.max_group_items)
    throw Error(
        Errc::invalid_compute_domain,
        text("The number of work items (%llu) per work group exceeds the limit (%u) of kernel %s",
             static_cast<unsigned long long>(items), function.max_group_items, kernel.describe().c_str()));
  const std::uint64_t group_bytes = std::uint64_t{function.entry.tile_static_bytes} + shape.dynamic_bytes;
  if (group_bytes > device.max_tile_static_bytes)
    throw Error(Errc::runtime,
                text("%llu bytes of tile_static and dynamic group memory exceed the device's %zu in "
                     "kernel %s",
                     static_cast<unsigned long long>(group_bytes), device.max_tile_static_bytes,
                     kernel.describe().c_str()));
}

// An array belongs to its accelerator; only array_views follow their kernels. Memory that others own has no
// copies: what a kernel elsewhere wrote would never reach it.
void check_home(const Buffer& buffer, Device* device) {
  if (!buffer.home || space_of(buffer.home->device()) == space_of(device)) return;
  throw Error(Errc::runtime,
              text("a kernel on accelerator %s uses an array on %s: launch it on a view of that "
                   "accelerator, or copy the array",
                   narrow(device->info().path).c_str(), narrow(buffer.home->device()->info().path).c_str()));
}

// A tile with a zero in some dimension only counts as one work-item there; dimensions above the rank are 1.
LaunchShape complete_shape(const LaunchShape& shape) {
  LaunchShape complete = shape;
  const bool flat = !shape.group[0] && !shape.group[1] && !shape.group[2];
  for (int d = 0; d < 3; ++d) {
    if (d >= shape.rank) complete.global[d] = 1;
    if (!flat) complete.group[d] = d < shape.rank ? std::max(shape.group[d], 1u) : 1;
  }
  return complete;
}

}  // namespace

void synchronize_globals(Kernel& kernel, Queue* queue, LaunchVariables launch, Dependencies& dependencies) {
  Unit& unit = *kernel.unit;
  const std::lock_guard<std::mutex> lock(unit.globals_mutex());
  UploadedGlobals& device = unit.globals(queue->device(), kernel);
  const std::vector<Bundle::Global>& globals = unit.bundle().globals;
  for (std::size_t i = 0; i < globals.size(); ++i) {
    std::shared_ptr<const std::vector<unsigned char>>& value = device.values[i];  // the new one, once sent
    if (!device.addresses[i]) continue;  // the image uses the host's variable
    const auto* const bytes =
        static_cast<const unsigned char*>(launch.value(globals[i].symbol, globals[i].address));
    if (value && std::memcmp(value->data(), bytes, globals[i].bytes) == 0) continue;
    HCRT_LOG("global %s: %zu bytes to %s", globals[i].symbol, globals[i].bytes,
             narrow(queue->device()->info().path).c_str());
    auto next = std::make_shared<const std::vector<unsigned char>>(bytes, bytes + globals[i].bytes);
    Dependencies before;  // kernels launched earlier must see the earlier value
    for (const Ref<Queue>& other : queues(queue->device()))
      if (other.get() != queue) before.push_back(submit_marker(other.get(), {}));
    backends::Copy copy{};
    copy.destination = device.addresses[i];
    copy.source = next->data();
    copy.destination_side = backends::Side::device;
    copy.source_side = backends::Side::host;
    copy.row_bytes = next->size();
    copy.rows = copy.slices = 1;
    device.uploaded = queue->submit(before, [&](backends::Queue& native) { return native.copy(copy); });
    // Earlier uploads, which may still read the earlier value, are complete when this one is.
    if (value) retire({}, {EventUse(device.uploaded)}, std::move(value));
    value = std::move(next);
    device.set[i].clear();
    if (tracing()) trace_copy(device.uploaded, before, copy);
  }
  if (device.uploaded) dependencies.push_back(device.uploaded);
}

LaunchScope::State* LaunchScope::State::take() {
  std::unique_ptr<State>& spare = PerThread<Spare>::get().state;
  return spare ? spare.release() : new State;
}

void LaunchScope::State::give_back(State* state) noexcept {
  std::unique_ptr<State> owned(state);
  std::unique_ptr<State>& spare = PerThread<Spare>::get().state;
  if (!spare) spare = std::move(owned);
}

void LaunchScope::State::clear() {
  unlock_buffers();
  for (const Binding& binding : bindings) hcrt::release(binding.buffer);
  bindings.clear();
  for (std::vector<ObjectUse>* const uses : {&objects, &held_arrays, &members}) uses->clear();
  held.clear();
  for (std::unique_ptr<ObjectImage>& image : images) retire_image(std::move(image));
  images.clear();
  dependencies.clear();
  fault = nullptr;
  kernel = nullptr;
}

void LaunchScope::State::bind(Buffer* buffer, Access access, Range range) {
  for (Binding& binding : bindings) {
    if (binding.buffer != buffer || binding.access != access) continue;
    if (range.begin > binding.range.end || binding.range.begin > range.end) continue;
    binding.range = {std::min(binding.range.begin, range.begin), std::max(binding.range.end, range.end)};
    return;
  }
  hcrt::retain(buffer);
  bindings.push_back({buffer, access, range});
}

// Bindings of one buffer lie side by side once they are locked.
bool LaunchScope::State::first_of_buffer(std::size_t binding) const noexcept {
  return binding == 0 || bindings[binding - 1].buffer != bindings[binding].buffer;
}

void LaunchScope::State::lock_buffers() {
  std::sort(bindings.begin(), bindings.end(),
            [](const Binding& a, const Binding& b) { return std::less<Buffer*>()(a.buffer, b.buffer); });
  for (; locked < bindings.size(); ++locked)
    if (first_of_buffer(locked)) bindings[locked].buffer->mutex.lock();
}

void LaunchScope::State::unlock_buffers() noexcept {
  for (; locked > 0; --locked)
    if (first_of_buffer(locked - 1)) bindings[locked - 1].buffer->mutex.unlock();
}

// Also notes what the kernel must come after.
void LaunchScope::State::make_buffers_current() {
  for (const Binding& binding : bindings) binding.buffer->make_current(queue, binding.range);
  for (std::size_t i = 0; i < bindings.size(); ++i)
    if (writes(bindings[i].access) || first_of_buffer(i))
      bindings[i].buffer->add_dependencies(bindings[i].access, queue, dependencies);
}

// The argument itself, or a copy in which addresses of registered objects are those of their images.
const void* LaunchScope::State::prepare_argument(const void* source, std::size_t bytes, std::uint32_t align,
                                                 IsNumber is_number) {
  if (objects.empty() && held.empty() && members.empty()) return source;
  argument.resize(bytes + std::max<std::size_t>(align, argument_alignment));
  auto address = reinterpret_cast<std::uintptr_t>(argument.data());
  const std::uintptr_t mask = std::max<std::size_t>(align, argument_alignment) - 1;
  auto* const copy = reinterpret_cast<unsigned char*>((address + mask) & ~mask);
  std::memcpy(copy, source, bytes);
  for (const ObjectUse& use : objects) {
    void* const image = object_image(use, queue, dependencies);
    std::memcpy(copy + use.offset, &image, sizeof image);
  }
  for (const ObjectUse& use : members) write_object(use, queue, copy + use.offset);
  if (!held.empty())
    images = held.place(copy, bytes, is_number, queue,
                        [this](const ObjectUse& use) { return object_image(use, queue, dependencies); });
  for (const std::unique_ptr<ObjectImage>& image : images)
    if (image->uploaded) dependencies.push_back(image->uploaded.event());
  return copy;
}

void LaunchScope::State::record(const Ref<Event>& event) {
  const Space space = space_of(queue->device());
  // Readers first: what writes a buffer is the newest work on it.
  for (const Binding& binding : bindings)
    if (!writes(binding.access)) binding.buffer->used(space, binding.access, binding.range, event);
  for (const Binding& binding : bindings)
    if (writes(binding.access)) binding.buffer->used(space, binding.access, binding.range, event);
  for (const ObjectUse& use : objects) object_used(use, space, event);
  for (const ObjectUse& use : held_arrays) object_used(use, space, event);
  for (const std::unique_ptr<ObjectImage>& image : images) add_use(image->uses, event);
}

// Objects that the argument holds by reference, their arrays, and those in it, registered as it was copied.
void LaunchScope::State::find_held(const void* argument, std::size_t bytes, IsNumber is_number) {
  find_objects(argument, bytes, is_number, objects);
  if (registered != objects_registered()) find_member_objects(argument, bytes, members);
  if (held.empty()) return;
  const auto is_held = [this](const ObjectUse& use) { return held.has(use.object); };
  objects.erase(std::remove_if(objects.begin(), objects.end(), is_held), objects.end());
  held.find_arrays(held_arrays);
}

Ref<Event> LaunchScope::State::record_launch(GraphRecorder::Launch launch) const {
  for (const Binding& binding : bindings) {  // parts of a buffer are one use
    const auto same = [&](const BufferUse& use) { return use.buffer == binding.buffer; };
    const auto known = std::find_if(launch.uses.begin(), launch.uses.end(), same);
    if (known == launch.uses.end()) {
      launch.uses.push_back({binding.buffer, binding.access});
    } else {
      known->access =
          static_cast<Access>(static_cast<unsigned>(known->access) | static_cast<unsigned>(binding.access));
    }
  }
  return current_recorder->add_kernel(queue, launch);
}

LaunchScope::LaunchScope(Queue* queue) : state_(State::take()) {
  hcrt::retain(queue);
  state_->queue = queue;
  state_->registered = objects_registered();
  state_->outer = current_scope;
  current_scope = this;
}

LaunchScope::~LaunchScope() {
  current_scope = state_->outer;
  state_->clear();
  hcrt::release(state_->queue);
  State::give_back(state_);
}

LaunchScope* LaunchScope::current() noexcept { return current_scope; }

Device* LaunchScope::device() const noexcept { return state_->queue->device(); }

void LaunchScope::prepare(const KernelId& id) noexcept { state_->kernel = &id; }

const KernelId* LaunchScope::kernel() const noexcept { return state_->kernel; }

void* LaunchScope::bind(Buffer* buffer, Access access, std::size_t offset, std::size_t bytes) {
  const std::size_t begin = std::min(offset, buffer->bytes);
  state_->bind(buffer, access, {begin, begin + std::min(bytes, buffer->bytes - begin)});
  const std::lock_guard<std::mutex> lock(buffer->mutex);
  return buffer->address(space_of(state_->queue->device()));
}

void LaunchScope::hold(const void* object, const void* bytes, std::size_t count, IsNumber is_number) {
  state_->held.add(object, bytes, count, is_number);
}

void LaunchScope::keep(const void* object) { state_->held.keep(object); }

void LaunchScope::fail(std::exception_ptr fault) noexcept {
  if (!state_->fault) state_->fault = std::move(fault);
}

Ref<Event> LaunchScope::launch(const KernelId& id, const void* argument, std::size_t bytes,
                               const LaunchShape& shape, IsNumber is_number) {
  const TraceCall call("parallel_for_each");
  State& state = *state_;
  if (state.fault) std::rethrow_exception(state.fault);
  Device* const device = state.queue->device();
  if (device->info().backend == Backend::cpu) require_usable(device);
  Kernel& kernel = resolve(id);
  if (bytes != kernel.info.parameter_bytes)
    throw Error(Errc::runtime, text("kernel %s: the host's function object has %zu bytes, the device's %u",
                                    kernel.describe().c_str(), bytes, kernel.info.parameter_bytes));
  const backends::Function& function = function_for(kernel, device);
  const LaunchShape complete = complete_shape(shape);
  check_shape(kernel, function, device->info(), complete);
  if (!complete.global[0] || !complete.global[1] || !complete.global[2]) return marker(state.queue, {});
  state.find_held(argument, bytes, is_number);
  for (const Binding& binding : state.bindings)
    if (binding.buffer->kind == Buffer::Kind::adopted) check_home(*binding.buffer, device);
  for (const std::vector<ObjectUse>* const uses : {&state.objects, &state.held_arrays, &state.members}) {
    for (const ObjectUse& use : *uses) {
      check_home(*use.buffer, device);
      state.bind(use.buffer, use.access, use.buffer->all());
    }
  }
  if (recording())
    return state.record_launch(
        {&kernel, &function, &complete, argument, {}, &state.objects, &state.held, is_number});
  if (kernel.unit->has_globals())
    synchronize_globals(kernel, state.queue, LaunchVariables(device, function, complete), state.dependencies);
  state.lock_buffers();
  state.make_buffers_current();
  const void* const blob = state.prepare_argument(argument, bytes, kernel.info.parameter_align, is_number);
  const char* const label = kernel.label();
  const backends::Launch command{&function, blob, &complete, label};
  Ref<Event> event = serialized(state.queue, hcc_environment().serialize_kernel, [&] {
    return state.queue->submit(
        state.dependencies, [&](backends::Queue& native) { return native.launch(command); }, label);
  });
  if (tracing()) trace_kernel(event, state.dependencies, kernel);
  state.record(event);
  state.clear();
  return event;
}

}  // namespace hcrt
