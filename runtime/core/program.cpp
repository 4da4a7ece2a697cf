// parallel_for_each of both dialects: domains, the choice of a queue, the kernel's own copy of the function
// object.
#include <hcrt/program.hpp>

#include <algorithm>
#include <cstring>

#include "exceptions.hpp"
#include "log.hpp"

namespace hcrt {
namespace {

// The kernel, made in a launch scope: views in the function object get bound by copying it.
class KernelObject {
 public:
  explicit KernelObject(const KernelCall& call) : call_(call) {
    const KernelType& type = call.type;
    if (type.copy) {
      type.copy(call.storage, call.function);
    } else {
      std::memcpy(call.storage, call.function, type.function_bytes);
    }
    const std::size_t bytes = static_cast<std::size_t>(type.rank) * sizeof(int);
    auto* const kernel = static_cast<char*>(call.storage);
    std::memcpy(kernel + type.extent_offset, call.extent, bytes);
    if (type.tile_offset) std::memcpy(kernel + type.tile_offset, call.tile, bytes);
  }
  ~KernelObject() {
    if (call_.type.destroy) call_.type.destroy(call_.storage);
  }
  KernelObject(const KernelObject&) = delete;
  KernelObject& operator=(const KernelObject&) = delete;

 private:
  const KernelCall& call_;
};

LaunchShape shape_of(const KernelCall& call) {
  const int rank = call.type.rank;
  LaunchShape shape;
  shape.rank = std::min(rank, 3);
  for (int d = 0; d < shape.rank; ++d) {
    shape.global[d] = static_cast<std::uint64_t>(call.extent[rank - 1 - d]);
    if (call.tile) shape.group[d] = static_cast<std::uint32_t>(call.tile[rank - 1 - d]);
  }
  shape.dynamic_bytes = call.dynamic_bytes;
  return shape;
}

Ref<Event> launch(Queue* queue, const KernelCall& call) {
  const KernelType& type = call.type;
  const void* const known = __atomic_load_n(&type.resolved, __ATOMIC_ACQUIRE);
  const KernelId id{type.unit_id, known ? "" : type.name(), known};
  LaunchScope scope(queue);
  scope.prepare(id);
  const KernelObject kernel(call);
  Ref<Event> event = scope.launch(id, call.storage, type.bytes, shape_of(call), type.is_number);
  if (!known) __atomic_store_n(&type.resolved, id.resolved, __ATOMIC_RELEASE);
  return event;
}

[[noreturn]] void refuse(const char* message) { throw Error(Errc::invalid_compute_domain, message); }

// HC: nothing to do over an empty extent; a negative one is an error.
bool is_empty(const KernelCall& call) {
  bool empty = false;
  for (int d = 0; d < call.type.rank; ++d) {
    if (call.extent[d] < 0) refuse("Extent is less than 0.");
    empty |= call.extent[d] == 0;
  }
  return empty;
}

// C++ AMP: an empty extent is an error too, and tiles divide it.
void require_domain(const KernelCall& call) {
  std::size_t items = 1;
  for (int d = 0; d < call.type.rank; ++d) {
    const int extent = call.extent[d];
    if (extent <= 0)
      refuse(text("Extent is less or equal than 0. Dimension %d has %d, the least is 1.", d, extent).c_str());
    items *= static_cast<std::size_t>(extent);
    if (items > UINT32_MAX)
      refuse(
          text("Extent size too large. With dimension %d, which has %d, there are more than %u work-items.",
               d, extent, UINT32_MAX)
              .c_str());
  }
  for (int d = 0; call.tile && d < call.type.rank; ++d)
    if (call.extent[d] % call.tile[d] != 0)
      refuse(text("Extent can't be evenly divisible by tile size. Dimension %d has %d, the tile %d.", d,
                  call.extent[d], call.tile[d])
                 .c_str());
}

// C++ AMP: what keeps a kernel from being launched is reported with the function's name first.
template <class Begin>
auto launching(const KernelCall& call, Begin begin) -> decltype(begin()) {
  try {
    return begin();
  } catch (const Error& error) {
    const char* const name =
        call.tile ? "concurrency::parallel_for_each (tiling)" : "concurrency::parallel_for_each";
    if (std::string(error.what()).rfind("concurrency::", 0) == 0) throw;
    throw Error(error.code(), text("%s: %s", name, error.what()));
  }
}

// Where the arrays are that the function object holds, else the default view.
Ref<Queue> queue_for(const KernelCall& call) {
  Queue* const home = queue_of_captures(call.function, call.type.function_bytes, call.type.is_number);
  if (!home) return default_queue(default_device());
  retain(home);
  return Ref<Queue>(home);
}

}  // namespace

Ref<Event> launch_hc(Queue* view, const KernelCall& call) {
  return specified([&]() -> Ref<Event> {
    const Ref<Queue> own = view ? Ref<Queue>() : default_queue(default_device());
    if (is_empty(call)) return {};
    for (int d = 0; call.tile && d < call.type.rank; ++d)
      if (call.tile[d] <= 0) refuse("The extent of the tile is not positive.");
    return launch(view ? work_queue(view) : own.get(), call);
  });
}

void launch_amp(Queue* view, const KernelCall& call) {
  specified([&] {
    const Ref<Event> event = launching(call, [&] {
      Ref<Queue> own;
      if (!view) own = queue_for(call);
      require_domain(call);
      if (view && options(view).auto_selection) own = queue_for(call);
      return launch(work_queue(own ? own.get() : view), call);
    });
    if (!is_recorded(event.get())) wait(event.get());
  });
}

// access_type_auto of the headers.
constexpr std::uint32_t access_auto = 1u << 31;

Ref<Buffer> create_array(Queue* view, std::size_t bytes, std::uint32_t access, Queue* associated,
                         bool only_shared) {
  return specified([&] {
    Queue* const queue = work_queue(view);
    Device* const home = device_of(queue);
    const bool chosen = access <= static_cast<std::uint32_t>(Access::read_write);
    if (only_shared && !chosen && access != access_auto) detail::fail_argument("array: unknown access_type");
    const Access allowed = chosen ? static_cast<Access>(access) : default_cpu_access(home, only_shared);
    if (only_shared && allowed != Access::none && !info(home).shares_host_memory)
      detail::fail_argument(
          "array: the accelerator's memory can't be accessed on the CPU with this access_type");
    return create_array_buffer(queue, bytes, allowed, associated ? work_queue(associated) : nullptr);
  });
}

// What may be written may be reached as T& too: whether that is read can't be seen here.
void* array_elements(Buffer* buffer, Access access, std::size_t offset, std::size_t bytes) {
  const Access needed = access == Access::read_write ? Access::write : access;
  if ((static_cast<unsigned>(needed) & static_cast<unsigned>(cpu_access(buffer))) == 0)
    detail::fail("The array is not accessible on CPU.");
  return specified([&] { return host_pointer(buffer, access, offset, bytes); });
}

Ref<Event> copy_box(Buffer* source, const Region& from, Buffer* destination, const Region& to) {
  return specified([&] { return copy(source, from, destination, to); });
}

Device* default_accelerator() { return specified(default_device); }
Ref<Queue> default_view(Device* device) {
  return specified([&] { return default_queue(device); });
}
Queue* queue_of_view(Queue* view) {
  return specified([&] { return work_queue(view); });
}
void wait_for_view(Queue* view) {
  specified([&] { wait(work_queue(view)); });
}

void wait_for(Event* event, Continuation* continuation) {
  if (event) specified([&] { wait(event); });
  if (continuation) finish(continuation);
}

}  // namespace hcrt
