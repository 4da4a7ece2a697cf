#include <hcrt/c_api.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <hcrt/runtime.hpp>
#include <new>
#include <optional>
#include <string>

#include "../backends/opencl/api.hpp"
#include "../core/log.hpp"
#include "../core/print.hpp"
#include "../core/profile.hpp"
#include "../core/queue.hpp"
#include "../core/registry.hpp"
#include "memory.hpp"

// The functions of c_api.h over those of the core. Exceptions end here: the callers are of other languages.
namespace {

using hcrt::c::Memory;

constexpr int must_record_again = 5;  // a kind of error

thread_local std::string message;
thread_local int kind = 0;
thread_local std::uint64_t recording_since = 0;  // how often views had been joined

void note(const char* what) noexcept {
  try {
    message = what;
  } catch (const std::bad_alloc&) {
    message.clear();
  }
}

// Notes the exception that is being handled.
void note() noexcept {
  kind = static_cast<int>(hcrt::Errc::runtime);
  try {
    throw;
  } catch (const hcrt::Error& error) {
    kind = static_cast<int>(error.code());
    note(error.what());
  } catch (const std::exception& error) {
    note(error.what());
  } catch (...) {
    note("an exception of an unknown type");
  }
}

template <class F>
void* handle(const F& f) noexcept {
  try {
    return f();
  } catch (...) {
    note();
    return nullptr;
  }
}

template <class F>
int status(const F& f) noexcept {
  try {
    f();
    return 0;
  } catch (...) {
    note();
    return HCRT_C_FAILED;
  }
}

// The handle gets its own reference.
template <class T>
void* keep(const hcrt::Ref<T>& reference) {
  hcrt::retain(reference.get());
  return reference.get();
}

// That of an event is a note, as the core has them, not a user's: the caller keeps it to see what is
// complete, and must not make each launch be followed by an event of the driver.
void* keep(const hcrt::Ref<hcrt::Event>& event) {
  hcrt::retain(event.get());
  event->uses.fetch_add(1, std::memory_order_relaxed);
  return event.get();
}

template <class T>
hcrt::Ref<T> borrowed(void* handle) {
  auto* const object = static_cast<T*>(handle);
  if (object) hcrt::retain(object);
  return hcrt::Ref<T>(object);
}

hcrt::Dependencies events(void* const* handles, std::uint32_t count) {
  hcrt::Dependencies result;
  for (std::uint32_t i = 0; i < count; ++i) result.push_back(borrowed<hcrt::Event>(handles[i]));
  return result;
}

class Call final : public hcrt::Action {
 public:
  Call(void (*function)(void*), void* data) : function_(function), data_(data) {}
  void run() override { function_(data_); }

 private:
  void (*function_)(void*);
  void* data_;
};

template <class T>
T* required(void* handle, const char* what) {
  if (!handle) throw hcrt::Error(hcrt::Errc::runtime, std::string("the handle of the ") + what + " is null");
  return static_cast<T*>(handle);
}

hcrt::Device* device_of(void* handle) { return required<hcrt::Device>(handle, "device"); }
hcrt::Queue* queue_of(void* handle) { return required<hcrt::Queue>(handle, "queue"); }
hcrt::TaskGraph* graph_of(void* handle) { return required<hcrt::TaskGraph>(handle, "task graph"); }
Memory* memory_of(void* handle) { return required<Memory>(handle, "memory"); }
hcrt::Event* event_of(void* handle) { return static_cast<hcrt::Event*>(handle); }

// Of a null handle there is nothing to release.
template <class T>
void release_handle(void* handle) noexcept {
  if (handle) hcrt::release(static_cast<T*>(handle));
}

template <std::size_t size>
void set_text(char (&field)[size], const std::string& text) {
  std::snprintf(field, size, "%s", text.c_str());
}

hcrt::LaunchShape shape_of(const hcrt_c_shape& given) {
  if (given.rank < 1 || given.rank > 3)
    throw hcrt::Error(hcrt::Errc::invalid_compute_domain,
                      "a launch has 1 to 3 dimensions, not " + std::to_string(given.rank));
  hcrt::LaunchShape shape;
  shape.rank = given.rank;
  std::copy(given.global, given.global + 3, shape.global);
  std::copy(given.group, given.group + 3, shape.group);
  shape.dynamic_bytes = given.dynamic_bytes;
  return shape;
}

// What lies after the launch's head.
struct Parts {
  explicit Parts(hcrt_c_launch* launch)
      : uses(reinterpret_cast<const hcrt_c_use*>(launch + 1)),
        after(reinterpret_cast<void* const*>(uses + launch->use_count)),
        argument(const_cast<char*>(reinterpret_cast<const char*>(after + launch->after_count))) {}

  const hcrt_c_use* uses;
  void* const* after;
  char* argument;
};

// Has the bytes current where the launch is, and writes their address there into the argument.
void bind(hcrt::LaunchScope& scope, const hcrt_c_use& use, char* argument) {
  const Memory* const memory = memory_of(use.memory);
  const Memory::Place place = memory->place();
  std::uintptr_t address = memory->address() + use.element;
  if (place.buffer && use.bytes) {
    void* const first =
        scope.bind(place.buffer, static_cast<hcrt::Access>(use.access), place.offset + use.offset, use.bytes);
    address = reinterpret_cast<std::uintptr_t>(first) + place.offset + use.element;
  }
  std::memcpy(argument + use.place, &address, sizeof address);
}

hcrt::Ref<hcrt::Event> start(hcrt_c_launch* launch) {
  static_assert(sizeof(hcrt_c_kernel) == sizeof(hcrt::KernelId), "libhcrt keeps what it found in the handle");
  const hcrt::LaunchShape shape = shape_of(launch->shape);
  hcrt::Queue* const queue = queue_of(launch->queue);
  queue->device()->require_not_forked();
  const Parts parts(launch);
  if (launch->after_count != 0) hcrt::marker(queue, events(parts.after, launch->after_count));
  const auto& id = *reinterpret_cast<const hcrt::KernelId*>(launch->kernel);
  hcrt::function_for(hcrt::resolve(id), queue->device());  // drivers may fork where they load code: no lock
  std::optional<hcrt::c::SteadyBuffers> steady;
  if (launch->use_count) steady.emplace();
  hcrt::LaunchScope scope(queue);
  for (std::uint32_t i = 0; i < launch->use_count; ++i) bind(scope, parts.uses[i], parts.argument);
  return scope.launch(id, parts.argument, launch->argument_bytes, shape);
}

}  // namespace

extern "C" {

const char* hcrt_c_error(void) { return message.c_str(); }
int hcrt_c_error_kind(void) { return kind; }

// --- devices -----------------------------------------------------------------------------------------
uint32_t hcrt_c_devices(const char* backend, void** devices, uint32_t capacity) {
  uint32_t count = 0;
  status([&] {
    for (hcrt::Device* device : hcrt::devices_of(backend)) {
      if (count < capacity) devices[count] = device;
      ++count;
    }
  });
  return count;
}

const char* hcrt_c_why_not(const char* backend) {
  static thread_local std::string reason;
  status([&] { reason = hcrt::why_not(backend); });
  return reason.c_str();
}

void hcrt_c_describe(void* device, hcrt_c_device_info* info) {
  const hcrt::DeviceInfo& from = static_cast<hcrt::Device*>(device)->info();
  set_text(info->path, hcrt::narrow(from.path));
  set_text(info->description, hcrt::narrow(from.description));
  set_text(info->architecture, from.architecture);
  set_text(info->unusable, from.unusable);
  info->max_tile_static_bytes = from.max_tile_static_bytes;
  info->memory_bytes = from.memory_bytes;
  info->compute_units = from.compute_units;
  info->max_group_items = from.max_group_items;
  std::copy(from.max_group_size, from.max_group_size + 3, info->max_group_size);
  info->is_gpu = from.is_gpu;
  info->supports_double = from.supports_double;
  info->shares_host_memory = from.shares_host_memory;
}

void hcrt_c_spare_opencl_library(const char* path) {
  status([&] { hcrt::backends::opencl::spare_library(path); });
}

void* hcrt_c_native(void* device, int which) {
  note("");
  return handle([&] {
    device_of(device)->require_not_forked();
    return device_of(device)->implementation().native(static_cast<hcrt::backends::Native>(which));
  });
}

int hcrt_c_wait_stream(void* device, void* stream) {
  return status([&] {
    device_of(device)->require_not_forked();
    device_of(device)->implementation().wait_for_stream(stream);
  });
}

void* hcrt_c_device_of(const char* backend, void* address) {
  return handle([&] {
    for (hcrt::Device* device : hcrt::devices_of(backend)) {
      device->require_not_forked();
      if (device->info().unusable.empty() && device->implementation().has_memory(address)) return device;
    }
    throw hcrt::Error(hcrt::Errc::runtime,
                      std::string("there is no memory of a device of '") + backend + "' at the address");
  });
}

// --- queues ------------------------------------------------------------------------------------------
void* hcrt_c_create_queue(void* device) {
  return handle([&] {
    device_of(device)->require_not_forked();
    return keep(hcrt::create_queue(device_of(device), hcrt::QueueOptions()));
  });
}

void hcrt_c_release_queue(void* queue) { release_handle<hcrt::Queue>(queue); }

int hcrt_c_wait_queue(void* queue) {
  return status([&] { hcrt::wait(queue_of(queue)); });
}

// --- memory ------------------------------------------------------------------------------------------
void* hcrt_c_view_memory(void* address, uint64_t bytes) {
  return handle([&] { return Memory::over_host(address, bytes); });
}

void* hcrt_c_adopt_memory(void* device, void* address, uint64_t bytes) {
  return handle([&] { return Memory::adopt(device_of(device), address, bytes); });
}

int hcrt_c_release_memory(void* memory) {
  return status([&] { Memory::release(memory_of(memory)); });
}

int hcrt_c_synchronize(void* memory, uint64_t offset, uint64_t bytes) {
  return status([&] { memory_of(memory)->synchronize(offset, bytes); });
}

void* hcrt_c_synchronize_to(void* memory, void* queue, uint64_t offset, uint64_t bytes) {
  return handle([&] { return keep(memory_of(memory)->synchronize_to(queue_of(queue), offset, bytes)); });
}

int hcrt_c_refresh(void* memory, uint64_t offset, uint64_t row_bytes, uint64_t rows, uint64_t row_pitch) {
  return status([&] { memory_of(memory)->refresh(offset, row_bytes, rows, row_pitch); });
}

int hcrt_c_wait_memory(void* memory) {
  return status([&] { memory_of(memory)->wait(); });
}

int hcrt_c_finish(void) {
  return status([] { hcrt::c::finish(); });
}

// --- launches ----------------------------------------------------------------------------------------
void* hcrt_c_start(hcrt_c_launch* launch) {
  return handle([&] { return keep(start(launch)); });
}

void* hcrt_c_marker(void* queue, void* const* after, uint32_t count) {
  return handle([&] {
    queue_of(queue)->device()->require_not_forked();
    return keep(hcrt::marker(queue_of(queue), events(after, count)));
  });
}

// --- events ------------------------------------------------------------------------------------------
int hcrt_c_wait(void* event) {
  return status([&] { hcrt::wait(event_of(event)); });
}

// In a child of fork what the parent's drivers do has failed, and nobody asks them. Null is complete.
static bool is_lost(void* event) {
  const hcrt::Queue* const queue = event ? event_of(event)->queue() : nullptr;
  return queue && queue->device()->lost_by_fork();
}

int hcrt_c_is_ready(void* event) { return is_lost(event) || hcrt::is_ready(event_of(event)); }

void hcrt_c_ticks(void* event, uint64_t* begin, uint64_t* end) {
  const bool lost = is_lost(event) || !event;
  *begin = lost ? 0 : hcrt::begin_tick(event_of(event));
  *end = lost ? 0 : hcrt::end_tick(event_of(event));
}

int hcrt_c_on_complete(void* event, void (*function)(void*), void* data) {
  return status(
      [&] { hcrt::on_complete(is_lost(event) ? nullptr : event_of(event), new Call(function, data)); });
}

void hcrt_c_release_event(void* event) {
  if (!event) return;
  event_of(event)->uses.fetch_sub(1, std::memory_order_relaxed);
  hcrt::release(event_of(event));
}

// --- task graphs -------------------------------------------------------------------------------------
void* hcrt_c_create_graph(void) {
  return handle([] { return keep(hcrt::create_graph()); });
}

int hcrt_c_begin_recording(void* graph, void* const* queues, uint32_t count) {
  return status([&] {
    std::vector<hcrt::Queue*> named;
    for (std::uint32_t i = 0; i < count; ++i) named.push_back(queue_of(queues[i]));
    for (const hcrt::Queue* queue : named) queue->device()->require_not_forked();
    hcrt::begin_recording(graph_of(graph), named);
    recording_since = hcrt::c::joins();
  });
}

int hcrt_c_end_recording(void* graph, int keep_it, uint64_t* version) {
  return status([&] {
    *version = recording_since;
    if (keep_it) {
      hcrt::end_recording(graph_of(graph));
    } else {
      hcrt::finish_recording(graph_of(graph), false);
    }
  });
}

void* hcrt_c_launch_graph(void* graph, uint64_t version) {
  return handle([&]() -> void* {
    const hcrt::c::SteadyBuffers steady;
    if (version == hcrt::c::joins()) return keep(hcrt::launch(graph_of(graph)));
    kind = must_record_again;
    note("memory that the task graph uses has got overlapping neighbours since it was recorded");
    return nullptr;
  });
}

void hcrt_c_release_graph(void* graph) { release_handle<hcrt::TaskGraph>(graph); }

// --- profiles ----------------------------------------------------------------------------------------
int hcrt_c_begin_profile(void) { return status(hcrt::begin_profile); }

int hcrt_c_end_profile(void (*function)(const hcrt_c_record*)) {
  return status([&] {
    for (const hcrt::ProfileRecord& one : hcrt::end_profile()) {
      const hcrt_c_record record{one.name.c_str(), one.path.c_str(), one.ticks.begin, one.ticks.end,
                                 one.bytes};
      function(&record);
    }
  });
}

void hcrt_c_flush_output(void) {
  hcrt::flush_all_prints();
  std::fflush(nullptr);
}

}  // extern "C"
