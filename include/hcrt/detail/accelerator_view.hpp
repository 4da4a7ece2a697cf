// accelerator_view: a stream of work on an accelerator.
#ifndef HCRT_DETAIL_ACCELERATOR_VIEW_HPP
#define HCRT_DETAIL_ACCELERATOR_VIEW_HPP

#include <initializer_list>

#include "accelerator.hpp"
#include "future.hpp"

namespace hc {

struct AmPointerInfo;

}  // namespace hc

namespace Kalmar {

/// A queue of kernels, copies and markers. Copies are equal and share the queue.
class accelerator_view {
 public:
  HCRT_CPU explicit accelerator_view(hcrt::Ref<hcrt::Queue> queue)
      : queue_(static_cast<hcrt::Ref<hcrt::Queue>&&>(queue)) {}

  /// The device.
  HCRT_CPU Kalmar::accelerator get_accelerator() const;
  /// The mode that it was made with.
  HCRT_CPU Kalmar::queuing_mode get_queuing_mode() const;
  /// The order that it was made with.
  HCRT_CPU execute_order get_execute_order() const;
  /// The priority that it was made with.
  HCRT_CPU queue_priority get_queue_priority() const;
  /// Is it the view of get_auto_selection_view()?
  HCRT_CPU bool get_is_auto_selection() const;
  /// The driver's version, as the accelerator has it.
  HCRT_CPU unsigned get_version() const { return get_accelerator().get_version(); }
  /// Always false: there is no debug layer.
  HCRT_CPU bool get_is_debug() const { return false; }
  /// The most tile_static memory of a tile, in bytes.
  HCRT_CPU std::size_t get_max_tile_static_size() const {
    return get_accelerator().get_max_tile_static_size();
  }
  /// How many commands of the view are not done yet.
  HCRT_CPU int get_pending_async_ops() const;
  /// Is all its work done?
  HCRT_CPU bool get_is_empty() const { return get_pending_async_ops() == 0; }
  /// Does its device run kernels? AMD's name for it.
  HCRT_CPU bool is_hsa_accelerator() const { return get_accelerator().is_hsa_accelerator(); }
  /// AMD's handles: null, as no device here is one of HSA's.
  HCRT_CPU void* get_hsa_queue() const { return nullptr; }
  /// AMD's handle: null, as no device here is one of HSA's.
  HCRT_CPU void* get_hsa_agent() const { return nullptr; }
  /// AMD's handle: null, as no device here is one of HSA's.
  HCRT_CPU void* get_hsa_am_region() const { return nullptr; }
  /// AMD's handle: null, as no device here is one of HSA's.
  HCRT_CPU void* get_hsa_am_finegrained_region() const { return nullptr; }
  /// AMD's handle: null, as no device here is one of HSA's.
  HCRT_CPU void* get_hsa_am_system_region() const { return nullptr; }
  /// AMD's handle: null, as no device here is one of HSA's.
  HCRT_CPU void* get_hsa_am_finegrained_system_region() const { return nullptr; }
  /// AMD's handle: null, as no device here is one of HSA's.
  HCRT_CPU void* get_hsa_kernarg_region() const { return nullptr; }
  /// AMD's choice of compute units; false, as no device here can.
  HCRT_CPU bool set_cu_mask(const std::vector<bool>&) { return false; }  // AMD's; no device here can

  /// Waits for all work of the queue.
  /// \throws runtime_exception with an error that was not reported yet
  HCRT_CPU void wait(hcWaitMode mode = hcWaitModeBlocked) const;
  /// Starts work that is held back, and returns at once.
  HCRT_CPU void flush() const;

  /// Marks a place in the view's work.
  /// \return a future that is complete once everything earlier on this view is
  HCRT_CPU completion_future create_marker(memory_scope scope = system_scope) const;
  /// Complete once the futures, and everything earlier on this view, are. Empty futures are skipped.
  HCRT_CPU completion_future create_blocking_marker(const completion_future& dependency,
                                                    memory_scope scope = system_scope) const;
  HCRT_CPU completion_future create_blocking_marker(std::initializer_list<completion_future> dependencies,
                                                    memory_scope scope = system_scope) const;
  template <class Iterator>
  HCRT_CPU completion_future create_blocking_marker(Iterator first, Iterator last,
                                                    memory_scope scope = system_scope) const;

  /// Copies bytes between any two of host memory and device allocations.
  /// \param source where they are
  /// \param destination where they go
  /// \param bytes how many
  HCRT_CPU void copy(const void* source, void* destination, std::size_t bytes);
  /// As copy(), without waiting.
  /// \return the copy's future
  HCRT_CPU completion_future copy_async(const void* source, void* destination, std::size_t bytes);
  /// The kind, the pointers' records and the accelerator are hints of older run times: addresses say all
  /// that is needed.
  HCRT_CPU void copy_ext(const void* source, void* destination, std::size_t bytes, hcCommandKind,
                         const Kalmar::accelerator* = nullptr) {
    copy(source, destination, bytes);
  }
  HCRT_CPU void copy_ext(const void* source, void* destination, std::size_t bytes, hcCommandKind,
                         const hc::AmPointerInfo&, const hc::AmPointerInfo&,
                         const Kalmar::accelerator* = nullptr, bool = false) {
    copy(source, destination, bytes);
  }
  /// hcc's older form.
  HCRT_CPU void copy_ext(const void* source, void* destination, std::size_t bytes, hcCommandKind,
                         const hc::AmPointerInfo&, const hc::AmPointerInfo&, bool) {
    copy(source, destination, bytes);
  }
  /// As copy_ext(), without waiting.
  /// \return the copy's future
  HCRT_CPU completion_future copy_async_ext(const void* source, void* destination, std::size_t bytes,
                                            hcCommandKind, const Kalmar::accelerator* = nullptr) {
    return copy_async(source, destination, bytes);
  }
  HCRT_CPU completion_future copy_async_ext(const void* source, void* destination, std::size_t bytes,
                                            hcCommandKind, const hc::AmPointerInfo&, const hc::AmPointerInfo&,
                                            const Kalmar::accelerator* = nullptr) {
    return copy_async(source, destination, bytes);
  }
  /// Copies rows of bytes.
  /// \param width bytes of a row
  /// \param height rows
  /// \param source_pitch bytes from one row of the source to the next
  /// \param destination_pitch bytes from one row of the destination to the next
  /// \return true: done
  /// \throws runtime_exception where a pitch is smaller than the width
  HCRT_CPU bool copy2d_ext(const void* source, void* destination, std::size_t width, std::size_t height,
                           std::size_t source_pitch, std::size_t destination_pitch, hcCommandKind kind,
                           const hc::AmPointerInfo& source_info, const hc::AmPointerInfo& destination_info,
                           const Kalmar::accelerator* acc = nullptr, bool = false) {
    copy2d_async_ext(source, destination, width, height, source_pitch, destination_pitch, kind, source_info,
                     destination_info, acc)
        .wait();
    return true;
  }
  /// As copy2d_ext(), without waiting.
  /// \return the copy's future
  HCRT_CPU completion_future copy2d_async_ext(const void* source, void* destination, std::size_t width,
                                              std::size_t height, std::size_t source_pitch,
                                              std::size_t destination_pitch, hcCommandKind,
                                              const hc::AmPointerInfo&, const hc::AmPointerInfo&,
                                              const Kalmar::accelerator* = nullptr);

  __declspec(property(get = get_accelerator)) Kalmar::accelerator accelerator;
  __declspec(property(get = get_queuing_mode)) Kalmar::queuing_mode queuing_mode;
  __declspec(property(get = get_is_auto_selection)) bool is_auto_selection;
  __declspec(property(get = get_version)) unsigned version;
  __declspec(property(get = get_is_debug)) bool is_debug;

  HCRT_CPU friend bool operator==(const accelerator_view& a, const accelerator_view& b) {
    return a.queue() == b.queue();
  }
  HCRT_CPU friend bool operator!=(const accelerator_view& a, const accelerator_view& b) { return !(a == b); }

  /// Where work goes: of the auto selection, the calling thread's default queue.
  HCRT_CPU hcrt::Queue* queue() const;
  /// The runtime's handle of the queue.
  HCRT_CPU const hcrt::Ref<hcrt::Queue>& internal() const { return queue_; }

 private:
  HCRT_CPU completion_future marker(const std::vector<completion_future>& dependencies) const;

  hcrt::Ref<hcrt::Queue> queue_;
};

static_assert(sizeof(accelerator_view) == sizeof(void*), "one layout in both iterations");

template <class Iterator>
HCRT_CPU completion_future accelerator_view::create_blocking_marker(Iterator first, Iterator last,
                                                                    memory_scope) const {
  if (first == last) return completion_future();
  return marker(std::vector<completion_future>(first, last));
}

#ifndef __KALMAR_ACCELERATOR__
HCRT_CPU inline hcrt::Queue* accelerator_view::queue() const { return hcrt::queue_of_view(queue_.get()); }

HCRT_CPU inline bool accelerator_view::get_is_auto_selection() const {
  return hcrt::options(queue_.get()).auto_selection;
}

HCRT_CPU inline Kalmar::accelerator accelerator_view::get_accelerator() const {
  return Kalmar::accelerator(hcrt::device_of(queue()));
}
HCRT_CPU inline Kalmar::queuing_mode accelerator_view::get_queuing_mode() const {
  return hcrt::options(queue()).immediate ? queuing_mode_immediate : queuing_mode_automatic;
}
HCRT_CPU inline execute_order accelerator_view::get_execute_order() const {
  return hcrt::options(queue()).in_order ? execute_in_order : execute_any_order;
}
HCRT_CPU inline queue_priority accelerator_view::get_queue_priority() const {
  return static_cast<queue_priority>(hcrt::options(queue()).priority);
}
HCRT_CPU inline int accelerator_view::get_pending_async_ops() const {
  return static_cast<int>(hcrt::pending(queue()));
}
HCRT_CPU inline void accelerator_view::wait(hcWaitMode) const { hcrt::wait_for_view(queue_.get()); }
HCRT_CPU inline void accelerator_view::flush() const {
  hcrt::detail::checked([&] { hcrt::flush(queue()); });
}

HCRT_CPU inline completion_future accelerator_view::marker(
    const std::vector<completion_future>& dependencies) const {
  std::vector<hcrt::Ref<hcrt::Event>> events;
  for (const completion_future& dependency : dependencies)
    if (dependency.valid()) events.push_back(hcrt::detail::FutureAccess::event(dependency));
  return completion_future(hcrt::detail::checked([&] { return hcrt::marker(queue(), events); }));
}

HCRT_CPU inline completion_future accelerator_view::create_marker(memory_scope) const { return marker({}); }
HCRT_CPU inline completion_future accelerator_view::create_blocking_marker(
    const completion_future& dependency, memory_scope) const {
  return marker({dependency});
}
HCRT_CPU inline completion_future accelerator_view::create_blocking_marker(
    std::initializer_list<completion_future> dependencies, memory_scope scope) const {
  return create_blocking_marker(dependencies.begin(), dependencies.end(), scope);
}

HCRT_CPU inline void accelerator_view::copy(const void* source, void* destination, std::size_t bytes) {
  copy_async(source, destination, bytes).wait();
}
HCRT_CPU inline completion_future accelerator_view::copy_async(const void* source, void* destination,
                                                               std::size_t bytes) {
  return completion_future(
      hcrt::detail::checked([&] { return hcrt::copy_bytes(queue(), destination, source, bytes); }));
}

HCRT_CPU inline completion_future accelerator_view::copy2d_async_ext(
    const void* source, void* destination, std::size_t width, std::size_t height, std::size_t source_pitch,
    std::size_t destination_pitch, hcCommandKind, const hc::AmPointerInfo&, const hc::AmPointerInfo&,
    const Kalmar::accelerator*) {
  if (source_pitch < width || destination_pitch < width)
    hcrt::detail::fail("copy2d_ext: a pitch is smaller than the width");
  return completion_future(hcrt::detail::checked([&] {
    return hcrt::copy_rows(queue(), destination, destination_pitch, source, source_pitch, width, height);
  }));
}

HCRT_CPU inline accelerator_view accelerator::get_auto_selection_view() {
#ifdef HCPY_AMP
  return accelerator_view(hcrt::detail::checked(hcrt::auto_selection_queue));
#else
  return accelerator().get_default_view();
#endif
}
HCRT_CPU inline accelerator_view accelerator::get_default_view() const {
  return accelerator_view(hcrt::default_view(device_));
}
HCRT_CPU inline accelerator_view accelerator::create_view(execute_order order, Kalmar::queuing_mode mode,
                                                          queue_priority priority) const {
  hcrt::QueueOptions options;
  options.in_order = order == execute_in_order;
  options.immediate = mode == queuing_mode_immediate;
  options.priority = static_cast<int>(priority);
  return accelerator_view(hcrt::detail::checked([&] { return hcrt::create_queue(device_, options); }));
}
HCRT_CPU inline accelerator_view accelerator::create_view(Kalmar::queuing_mode mode) const {
  return create_view(execute_in_order, mode);
}
HCRT_CPU inline accelerator_view accelerator::create_cooperative_view() const {
  hcrt::detail::fail("agent doesn't support cooperative queue");
}
HCRT_CPU inline std::vector<accelerator_view> accelerator::get_all_views() const {
  std::vector<accelerator_view> all;
  for (const hcrt::Ref<hcrt::Queue>& queue : hcrt::queues(device_)) all.push_back(accelerator_view(queue));
  return all;
}
#endif

}  // namespace Kalmar
#endif
