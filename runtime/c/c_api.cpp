#include <hcrt/c_api.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <hcrt/runtime.hpp>
#include <new>
#include <string>

// The functions of c_api.h over those of runtime.hpp. Exceptions end here: the callers are of other
// languages.
namespace {

thread_local std::string message;
thread_local int kind = 0;

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

// The handle gets a reference of its own.
template <class T>
void* keep(const hcrt::Ref<T>& reference) {
  hcrt::retain(reference.get());
  return reference.get();
}

template <class T>
hcrt::Ref<T> borrowed(void* handle) {
  auto* const object = static_cast<T*>(handle);
  if (object) hcrt::retain(object);
  return hcrt::Ref<T>(object);
}

std::vector<hcrt::Ref<hcrt::Event>> events(void* const* handles, std::uint32_t count) {
  std::vector<hcrt::Ref<hcrt::Event>> result;
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

hcrt::Device* device_of(void* handle) { return static_cast<hcrt::Device*>(handle); }
hcrt::Queue* queue_of(void* handle) {
  if (!handle) throw hcrt::Error(hcrt::Errc::runtime, "the handle of the queue is null");
  return static_cast<hcrt::Queue*>(handle);
}
hcrt::Event* event_of(void* handle) { return static_cast<hcrt::Event*>(handle); }
hcrt::TaskGraph* graph_of(void* handle) {
  if (!handle) throw hcrt::Error(hcrt::Errc::runtime, "the handle of the task graph is null");
  return static_cast<hcrt::TaskGraph*>(handle);
}

// Of a null handle there is nothing to release.
template <class T>
void release_handle(void* handle) noexcept {
  if (handle) hcrt::release(static_cast<T*>(handle));
}

}  // namespace

extern "C" {

const char* hcrt_c_error(void) { return message.c_str(); }
int hcrt_c_error_kind(void) { return kind; }

// By this name the host accelerator is found without asking the other back ends for their devices.
void* hcrt_c_host_device(void) {
  return handle([] { return hcrt::find_device(L"direct3d\\ref"); });
}

void hcrt_c_describe(void* device, hcrt_c_device_info* info) {
  const hcrt::DeviceInfo& from = hcrt::info(device_of(device));
  std::string name;
  for (const wchar_t c : from.description) name += c < 128 ? static_cast<char>(c) : '?';
  std::snprintf(info->description, sizeof info->description, "%s", name.c_str());
  info->max_tile_static_bytes = from.max_tile_static_bytes;
  info->memory_bytes = from.memory_bytes;
  info->compute_units = from.compute_units;
  info->max_group_items = from.max_group_items;
  std::copy(from.max_group_size, from.max_group_size + 3, info->max_group_size);
}

void* hcrt_c_create_queue(void* device) {
  return handle([&] { return keep(hcrt::create_queue(device_of(device), hcrt::QueueOptions())); });
}

void hcrt_c_release_queue(void* queue) { release_handle<hcrt::Queue>(queue); }

int hcrt_c_wait_queue(void* queue) {
  return status([&] { hcrt::wait(queue_of(queue)); });
}

void* hcrt_c_launch(void* queue, const hcrt_c_kernel* kernel, const void* argument, uint64_t bytes,
                    const hcrt_c_shape* shape, void* const* after, uint32_t count) {
  static_assert(sizeof(hcrt_c_kernel) == sizeof(hcrt::KernelId), "libhcrt keeps what it found in the handle");
  return handle([&] {
    if (shape->rank < 1 || shape->rank > 3)
      throw hcrt::Error(hcrt::Errc::invalid_compute_domain,
                        "a launch has 1 to 3 dimensions, not " + std::to_string(shape->rank));
    if (count != 0) hcrt::marker(queue_of(queue), events(after, count));
    hcrt::LaunchShape launched;
    launched.rank = shape->rank;
    std::copy(shape->global, shape->global + 3, launched.global);
    std::copy(shape->group, shape->group + 3, launched.group);
    launched.dynamic_bytes = shape->dynamic_bytes;
    hcrt::LaunchScope scope(queue_of(queue));
    const auto& id = *reinterpret_cast<const hcrt::KernelId*>(kernel);
    return keep(scope.launch(id, argument, bytes, launched));
  });
}

void* hcrt_c_marker(void* queue, void* const* after, uint32_t count) {
  return handle([&] { return keep(hcrt::marker(queue_of(queue), events(after, count))); });
}

int hcrt_c_wait(void* event) {
  return status([&] { hcrt::wait(event_of(event)); });
}

int hcrt_c_is_ready(void* event) { return hcrt::is_ready(event_of(event)); }

void hcrt_c_ticks(void* event, uint64_t* begin, uint64_t* end) {
  *begin = hcrt::begin_tick(event_of(event));
  *end = hcrt::end_tick(event_of(event));
}

uint64_t hcrt_c_tick_now(void) { return hcrt::tick_now(); }

int hcrt_c_on_complete(void* event, void (*function)(void*), void* data) {
  return status([&] { hcrt::on_complete(event_of(event), new Call(function, data)); });
}

void hcrt_c_release_event(void* event) { release_handle<hcrt::Event>(event); }

void* hcrt_c_create_graph(void) {
  return handle([] { return keep(hcrt::create_graph()); });
}

int hcrt_c_begin_recording(void* graph, void* const* queues, uint32_t count) {
  return status([&] {
    std::vector<hcrt::Queue*> named;
    for (std::uint32_t i = 0; i < count; ++i) named.push_back(queue_of(queues[i]));
    hcrt::begin_recording(graph_of(graph), named);
  });
}

int hcrt_c_end_recording(void* graph, int keep_it) {
  return status([&] {
    if (keep_it) {
      hcrt::end_recording(graph_of(graph));
    } else {
      hcrt::finish_recording(graph_of(graph), false);
    }
  });
}

void* hcrt_c_launch_graph(void* graph) {
  return handle([&] { return keep(hcrt::launch(graph_of(graph))); });
}

void hcrt_c_release_graph(void* graph) { release_handle<hcrt::TaskGraph>(graph); }

void hcrt_c_flush_output(void) { std::fflush(nullptr); }

}  // extern "C"
