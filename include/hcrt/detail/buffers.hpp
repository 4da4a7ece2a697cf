// What arrays, views and copies ask of libhcrt, callable by name in both iterations: the host iteration
// defines these functions, the device iteration only parses the code that calls them.
#ifndef HCRT_DETAIL_BUFFERS_HPP
#define HCRT_DETAIL_BUFFERS_HPP

#include <cstddef>

#include "accelerator_view.hpp"
#include "future.hpp"

namespace hcrt {
namespace detail {

/// A box of bytes in a buffer; hcrt::Region in both iterations.
#ifndef __KALMAR_ACCELERATOR__
using Box = Region;
#else
struct Box {
  std::size_t offset = 0;
  std::size_t row_bytes = 0;
  std::size_t rows = 1, row_pitch = 0;
  std::size_t slices = 1, slice_pitch = 0;
};
#endif

HCRT_CPU Ref<Buffer> view_buffer(const void* host, std::size_t bytes, bool writable);
HCRT_DIALECT HCRT_CPU Ref<Buffer> array_buffer(const Kalmar::accelerator_view& view, std::size_t bytes,
                                               Kalmar::access_type access,
                                               const Kalmar::accelerator_view* associated);
HCRT_CPU Ref<Buffer> adopted_buffer(const Kalmar::accelerator_view& view, void* pointer, std::size_t bytes);

#ifndef HCPY_AMP
/// The address where it is in memory that am_alloc() gave for a device; else null.
HCRT_CPU void* device_memory(void* first);
#endif

HCRT_CPU void* buffer_device_pointer(const Ref<Buffer>& buffer);
HCRT_CPU Kalmar::access_type buffer_cpu_access(const Ref<Buffer>& buffer);
/// The view that an array was made on; of an array_view, the default accelerator's.
HCRT_CPU Kalmar::accelerator_view buffer_view(const Ref<Buffer>& buffer);
/// C++ AMP's view of where an array_view's elements come from; throws where it has no source.
HCRT_CPU Kalmar::accelerator_view buffer_source_view(const Ref<Buffer>& buffer);
HCRT_CPU Kalmar::accelerator_view buffer_associated_view(const Ref<Buffer>& buffer);

/// The part of the buffer that a view is over: `bytes` from `offset` on.
HCRT_CPU Kalmar::completion_future buffer_synchronize(const Ref<Buffer>& buffer, std::size_t offset,
                                                      std::size_t bytes);
HCRT_CPU void buffer_discard(const Ref<Buffer>& buffer, std::size_t offset, std::size_t bytes);
HCRT_CPU Kalmar::completion_future copy_box(const Ref<Buffer>& source, const Box& from,
                                            const Ref<Buffer>& destination, const Box& to);

HCRT_CPU void register_array(const void* object, std::size_t bytes, std::size_t pointer_offset,
                             const Ref<Buffer>& buffer);
HCRT_CPU void unregister_array(const void* object) noexcept;

#ifndef __KALMAR_ACCELERATOR__
HCRT_CPU inline Ref<Buffer> view_buffer(const void* host, std::size_t bytes, bool writable) {
  return checked([&] { return create_view_buffer(const_cast<void*>(host), bytes, writable); });
}

HCRT_DIALECT HCRT_CPU inline Ref<Buffer> array_buffer(const Kalmar::accelerator_view& view, std::size_t bytes,
                                                      Kalmar::access_type access,
                                                      const Kalmar::accelerator_view* associated) {
#ifdef HCPY_AMP
  constexpr bool only_shared = true;
#else
  constexpr bool only_shared = false;
#endif
  return create_array(view.internal().get(), bytes, access,
                      associated ? associated->internal().get() : nullptr, only_shared);
}

HCRT_CPU inline Ref<Buffer> adopted_buffer(const Kalmar::accelerator_view& view, void* pointer,
                                           std::size_t bytes) {
  return checked([&] { return adopt_device_pointer(view.queue(), pointer, bytes); });
}

#ifndef HCPY_AMP
HCRT_CPU inline void* device_memory(void* first) {
  AllocationInfo found;
  return find_allocation(first, &found) && (found.in_device_memory || found.for_device) ? first : nullptr;
}
#endif

HCRT_CPU inline void* buffer_device_pointer(const Ref<Buffer>& buffer) {
  return checked([&] { return device_pointer(buffer.get()); });
}

HCRT_CPU inline Kalmar::access_type buffer_cpu_access(const Ref<Buffer>& buffer) {
  return static_cast<Kalmar::access_type>(cpu_access(buffer.get()));
}

HCRT_CPU inline Kalmar::accelerator_view queue_view(Queue* queue) {
  if (!queue) return Kalmar::accelerator().get_default_view();
  retain(queue);
  return Kalmar::accelerator_view(Ref<Queue>(queue));
}

HCRT_CPU inline Kalmar::accelerator_view buffer_view(const Ref<Buffer>& buffer) {
  return queue_view(buffer ? home_queue(buffer.get()) : nullptr);
}

HCRT_CPU inline Kalmar::accelerator_view buffer_source_view(const Ref<Buffer>& buffer) {
  const Ref<Queue> queue = checked([&] { return buffer ? source_queue(buffer.get()) : Ref<Queue>(); });
  if (!queue) fail("array_view: get_source_accelerator_view needs a view with a data source");
  return Kalmar::accelerator_view(queue);
}

HCRT_CPU inline Kalmar::accelerator_view buffer_associated_view(const Ref<Buffer>& buffer) {
  Queue* queue = associated_queue(buffer.get());
  return queue_view(queue ? queue : home_queue(buffer.get()));
}

HCRT_CPU inline Kalmar::completion_future buffer_synchronize(const Ref<Buffer>& buffer, std::size_t offset,
                                                             std::size_t bytes) {
  if (!buffer) return Kalmar::completion_future();
  return Kalmar::completion_future(checked([&] { return synchronize_source(buffer.get(), offset, bytes); }));
}

HCRT_CPU inline void buffer_discard(const Ref<Buffer>& buffer, std::size_t offset, std::size_t bytes) {
  if (buffer) checked([&] { discard(buffer.get(), offset, bytes); });
}

HCRT_CPU inline Kalmar::completion_future copy_box(const Ref<Buffer>& source, const Box& from,
                                                   const Ref<Buffer>& destination, const Box& to) {
  return Kalmar::completion_future(hcrt::copy_box(source.get(), from, destination.get(), to));
}

HCRT_CPU inline void register_array(const void* object, std::size_t bytes, std::size_t pointer_offset,
                                    const Ref<Buffer>& buffer) {
  if (buffer) register_object(object, bytes, pointer_offset, buffer.get(), Access::read_write);
}

HCRT_CPU inline void unregister_array(const void* object) noexcept { unregister_object(object); }
#endif

}  // namespace detail
}  // namespace hcrt
#endif
