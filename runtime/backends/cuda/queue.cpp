#include "queue.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "../../core/log.hpp"
#include "../../core/trace.hpp"
#include "../../core/variables.hpp"
#include "event.hpp"
#include "launch_size.hpp"

namespace hcrt::backends::cuda {
namespace {

CUdeviceptr address(const void* pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }

}  // namespace

Timing::~Timing() {
  if (begin) api->cuEventDestroy(begin);
  if (end) api->cuEventDestroy(end);
}

Queue::Queue(Device& device, const QueueOptions& options)
    : device_(device), api_(device.api()), timing_(variables::event_timing.is_on()) {
  device_.enter();
  try {
    open(options);
  } catch (const Error&) {
    close();
    throw;
  }
}

void Queue::open(const QueueOptions& options) {
  int least = 0, greatest = 0;
  device_.check(api_.cuCtxGetStreamPriorityRange(&least, &greatest), "cuCtxGetStreamPriorityRange");
  const int priority = options.priority == 0 ? greatest : options.priority == 1 ? 0 : least;
  device_.check(api_.cuStreamCreateWithPriority(&stream_, stream_non_blocking, priority), "making a stream");
  if (timing_ || tracing()) device_.start_clock(stream_);
}

// The core has waited for all work.
Queue::~Queue() {
  completed_up_to(submitted_.load());
  seen_->end();
  try {
    device_.enter();
    free_large_arguments();
    close();
  } catch (const Error& error) {
    HCRT_LOG("destroying a stream: %s", error.what());
  }
}

void Queue::close() noexcept {
  for (const CUevent event : spare_events_) api_.cuEventDestroy(event);
  if (stream_) api_.cuStreamDestroy(stream_);
}

// --- commands ----------------------------------------------------------------------------------------
std::unique_ptr<Timing> Queue::start_timing() {
  if (!timing_ && !tracing()) return nullptr;
  device_.start_clock(stream_);
  auto timing = std::make_unique<Timing>();
  timing->api = &api_;
  device_.check(api_.cuEventCreate(&timing->begin, event_default), "cuEventCreate");
  device_.check(api_.cuEventCreate(&timing->end, event_default), "cuEventCreate");
  device_.check(api_.cuEventRecord(timing->begin, stream_), "cuEventRecord");
  return timing;
}

EventHandle Queue::finish_submit(std::unique_ptr<Timing> timing) {
  if (timing) device_.check(api_.cuEventRecord(timing->end, stream_), "cuEventRecord");
  const std::uint64_t sequence = submitted_.load(std::memory_order_relaxed) + 1;
  submitted_.store(sequence, std::memory_order_release);
  awaits_ = false;
  return EventHandle(new Event(*this, sequence, std::move(timing)));
}

EventHandle Queue::launch(const Launch& launch) {
  const Function& function = Module::variant(launch);
  const LaunchSize size = launch_size(*launch.shape, device_, function);
  device_.enter();
  allow_dynamic_bytes(device_, function, launch.shape->dynamic_bytes);
  std::unique_ptr<Timing> timing = start_timing();
  CUdeviceptr large = 0;
  const void* parameters = launch.argument;
  std::size_t bytes = function.entry.parameter_bytes;
  if (function.entry.flags & HCRT_KERNEL_BY_POINTER) {
    large = send_large_argument(launch);
    parameters = &large;
    bytes = sizeof large;
  }
  void* extra[] = {launch_parameter(launch_parameter_buffer_pointer), const_cast<void*>(parameters),
                   launch_parameter(launch_parameter_buffer_size), &bytes,
                   launch_parameter(launch_parameter_end)};
  const CUresult result =
      api_.cuLaunchKernel(function.function, size.grid[0], size.grid[1], size.grid[2], size.block[0],
                          size.block[1], size.block[2], launch.shape->dynamic_bytes, stream_, nullptr, extra);
  if (result != CUDA_SUCCESS) device_.fail(result, text("launch of %s", launch.label).c_str());
  return finish_submit(std::move(timing));
}

// Copies the function object to the GPU's memory, in order with the kernel that reads it.
CUdeviceptr Queue::send_large_argument(const Launch& launch) {
  free_large_arguments();
  const std::size_t bytes = launch.function->entry.parameter_bytes;
  void* const block = device_.allocate(bytes, 256, MemoryKind::device);
  try {
    send(launch.argument, block, bytes);
  } catch (const Error&) {
    device_.deallocate(block, MemoryKind::device);
    throw;
  }
  large_arguments_.back().device_block = block;
  return address(block);
}

// By way of pinned memory, which stays until the next command is complete.
void Queue::send(const void* bytes, void* block, std::size_t count) {
  void* const pinned = device_.allocate(count, 256, MemoryKind::pinned);
  std::memcpy(pinned, bytes, count);
  const CUresult result = api_.cuMemcpyHtoDAsync(address(block), pinned, count, stream_);
  if (result != CUDA_SUCCESS) {
    device_.deallocate(pinned, MemoryKind::pinned);
    device_.fail(result, "copying a large function object");
  }
  large_arguments_.push_back({submitted_.load() + 1, nullptr, pinned});
}

EventHandle Queue::launch(CUgraphExec graph, const std::vector<LargeLaunch>& large) {
  device_.enter();
  free_large_arguments();
  for (const LargeLaunch& each : large) send(each.argument, each.block, each.bytes);
  std::unique_ptr<Timing> timing = start_timing();
  device_.check(api_.cuGraphLaunch(graph, stream_), "launch of a task graph");
  host_written_ = submitted_.load() + 1;  // its copies may
  return finish_submit(std::move(timing));
}

void Queue::free_large_arguments() noexcept {
  while (!large_arguments_.empty() && is_complete(large_arguments_.front().sequence)) {
    if (large_arguments_.front().device_block)
      device_.deallocate(large_arguments_.front().device_block, MemoryKind::device);
    device_.deallocate(large_arguments_.front().pinned_block, MemoryKind::pinned);
    large_arguments_.pop_front();
  }
}

namespace {

void copy_rows(const Device& device, const Copy& copy, std::size_t slice, CUstream stream) {
  Memcpy2D rows;
  const char* const source = static_cast<const char*>(copy.source) + slice * copy.source_slice_pitch;
  char* const destination = static_cast<char*>(copy.destination) + slice * copy.destination_slice_pitch;
  rows.source_type = copy.source_side == Side::host ? memory_type_host : memory_type_device;
  rows.source_host = source;
  rows.source_device = address(source);
  rows.source_pitch = copy.source_row_pitch;
  rows.destination_type = copy.destination_side == Side::host ? memory_type_host : memory_type_device;
  rows.destination_host = destination;
  rows.destination_device = address(destination);
  rows.destination_pitch = copy.destination_row_pitch;
  rows.width_bytes = copy.row_bytes;
  rows.height = copy.rows;
  device.check(device.api().cuMemcpy2DAsync(&rows, stream), "copy of rows");
}

// It travels by way of pinned memory.
bool is_small_upload(const Copy& copy) {
  return copy.source_side == Side::host && copy.destination_side == Side::device &&
         copy.row_bytes <= 64 * 1024 && copy.rows == 1 && copy.slices == 1;
}

void enqueue_copy(const Device& device, const Copy& copy, CUstream stream) {
  const Api& api = device.api();
  const CUdeviceptr to = address(copy.destination), from = address(copy.source);
  if (copy.source_device) {
    const auto& other = static_cast<const Device&>(*copy.source_device);
    device.prepare_copies_from(other);
    device.check(api.cuMemcpyPeerAsync(to, device.context(), from, other.context(), copy.row_bytes, stream),
                 "copy between GPUs");
  } else if (copy.rows > 1 || copy.slices > 1) {
    for (std::size_t slice = 0; slice < copy.slices; ++slice) copy_rows(device, copy, slice, stream);
  } else if (copy.source_side == Side::host && copy.destination_side == Side::device) {
    device.check(api.cuMemcpyHtoDAsync(to, copy.source, copy.row_bytes, stream), "copy to the GPU");
  } else if (copy.source_side == Side::device && copy.destination_side == Side::host) {
    device.check(api.cuMemcpyDtoHAsync(copy.destination, from, copy.row_bytes, stream), "copy from the GPU");
  } else if (copy.source_side == Side::device) {
    device.check(api.cuMemcpyDtoDAsync(to, from, copy.row_bytes, stream), "copy on the GPU");
  } else {
    device.check(api.cuMemcpyAsync(to, from, copy.row_bytes, stream), "copy on the host");
  }
}

}  // namespace

EventHandle Queue::copy(const Copy& copy, CopyWay way) {
  if (is_empty(copy)) return marker();
  device_.enter();
  std::unique_ptr<Timing> timing = start_timing();
  if (way != CopyWay::enqueued && is_small_upload(copy)) {
    free_large_arguments();
    send(copy.source, copy.destination, copy.row_bytes);
  } else {
    enqueue_copy(device_, copy, stream_);
  }
  if (copy.destination_side == Side::host) host_written_ = submitted_.load() + 1;
  return finish_submit(std::move(timing));
}

CopyWay Queue::way_of(const Copy& copy) noexcept {
  if (is_empty(copy) || !needs_pageable(copy)) return CopyWay::enqueued;
  if (copy.source_side == Side::device && copy.caller_waits) return CopyWay::enqueued;
  return is_small_upload(copy) && !fills_host_memory() ? CopyWay::staged : CopyWay::aside;
}

// May work that is not complete still write what a command reads in host memory?
bool Queue::fills_host_memory() noexcept {
  return awaits_ || !is_complete(host_written_) || !is_complete(awaited_);
}

// The function for one attribute fails for memory that the driver does not know, and tools that watch the
// driver report each failure; this one gives 0.
bool Queue::is_pageable(const void* pointer) const noexcept {
  unsigned type = 0;
  int which = pointer_memory_type;
  void* place = &type;
  return !api_.cuPointerGetAttributes ||
         api_.cuPointerGetAttributes(1, &which, &place, address(pointer)) != CUDA_SUCCESS || type == 0;
}

bool Queue::needs_pageable(const Copy& copy) const noexcept {
  return (copy.source_side == Side::host && is_pageable(copy.source)) ||
         (copy.destination_side == Side::host && is_pageable(copy.destination));
}

EventHandle Queue::fill_zero(void* pointer, std::size_t bytes) {
  device_.enter();
  std::unique_ptr<Timing> timing = start_timing();
  device_.check(api_.cuMemsetD8Async(address(pointer), 0, bytes, stream_), "fill");
  return finish_submit(std::move(timing));
}

EventHandle Queue::marker() {
  device_.enter();
  return finish_submit(start_timing());
}

// --- completion --------------------------------------------------------------------------------------
void Queue::completed_up_to(std::uint64_t sequence) noexcept {
  seen_->note(sequence);
  std::uint64_t known = completed_.load(std::memory_order_relaxed);
  while (known < sequence && !completed_.compare_exchange_weak(known, sequence, std::memory_order_release)) {
  }
  const std::lock_guard<std::mutex> lock(checkpoints_mutex_);
  while (!checkpoints_.empty() && checkpoints_.front()->sequence <= sequence) {
    // Somebody may be waiting for it still; the last one to let go finds it complete.
    if (checkpoints_.front().use_count() == 1) {
      spare_events_.push_back(checkpoints_.front()->event);
    } else {
      break;
    }
    checkpoints_.pop_front();
  }
}

// An event at or after the command, recorded now where there is none yet.
Queue::CheckpointHandle Queue::checkpoint_for(std::uint64_t sequence) {
  const std::lock_guard<std::mutex> lock(checkpoints_mutex_);
  for (const CheckpointHandle& known : checkpoints_)
    if (known->sequence >= sequence) return known;
  device_.enter();
  CUevent event = nullptr;
  if (spare_events_.empty()) {
    device_.check(api_.cuEventCreate(&event, event_disable_timing), "cuEventCreate");
  } else {
    event = spare_events_.back();
    spare_events_.pop_back();
  }
  // Read before recording: what is submitted in between may or may not be covered.
  const std::uint64_t newest = submitted_.load(std::memory_order_acquire);
  const CUresult result = api_.cuEventRecord(event, stream_);
  if (result != CUDA_SUCCESS) {
    spare_events_.push_back(event);
    device_.fail(result, "cuEventRecord");
  }
  checkpoints_.push_back(std::make_shared<Checkpoint>(Checkpoint{newest, event}));
  return checkpoints_.back();
}

// Notes the newest checkpoint that the stream has passed.
void Queue::poll() noexcept {
  std::uint64_t reached = 0;
  {
    const std::lock_guard<std::mutex> lock(checkpoints_mutex_);
    for (const CheckpointHandle& known : checkpoints_) {
      if (api_.cuEventQuery(known->event) != CUDA_SUCCESS) break;
      reached = known->sequence;
    }
  }
  if (reached) completed_up_to(reached);
}

bool Queue::is_complete(std::uint64_t sequence) noexcept {
  if (completed_.load(std::memory_order_acquire) >= sequence) return true;
  const Unheard unheard;
  try {
    std::uint64_t reached;
    {
      const CheckpointHandle checkpoint = checkpoint_for(sequence);
      device_.enter();
      const CUresult result = api_.cuEventQuery(checkpoint->event);
      if (result == CUDA_ERROR_NOT_READY) return false;
      device_.check(result, "work on the GPU failed");
      reached = checkpoint->sequence;
    }
    completed_up_to(reached);
    return true;
  } catch (const Error&) {
    return is_over(sequence);
  }
}

// After a question that failed: without the GPU all work is complete, and wait() says how it failed. Else the
// failure says nothing of the work, whose end is waited for.
bool Queue::is_over(std::uint64_t sequence) noexcept {
  try {
    if (!device_.lost()) wait_for(sequence);
  } catch (const Error&) {
    return device_.lost() != nullptr;
  }
  return true;
}

void Queue::wait_for(std::uint64_t sequence) {
  if (completed_.load(std::memory_order_acquire) >= sequence) return;
  std::uint64_t reached;
  {
    const CheckpointHandle checkpoint = checkpoint_for(sequence);
    device_.enter();
    device_.check(api_.cuEventSynchronize(checkpoint->event), "work on the GPU failed");
    reached = checkpoint->sequence;
  }
  completed_up_to(reached);
}

void Queue::wait() {
  const std::uint64_t newest = submitted_.load(std::memory_order_acquire);
  if (completed_.load(std::memory_order_acquire) >= newest) return;
  device_.enter();
  device_.check(api_.cuStreamSynchronize(stream_), "work on the GPU failed");
  completed_up_to(newest);
}

void Queue::checkpoint() {
  const std::uint64_t newest = submitted_.load(std::memory_order_relaxed);
  if (completed_.load(std::memory_order_relaxed) < newest) checkpoint_for(newest);
}

bool Queue::depend(backends::Event& event) {
  if (event.family() != Event::family_tag()) return false;
  const auto& other = static_cast<Event&>(event);
  Queue& from = other.queue();
  if (&from == this || from.completed_.load(std::memory_order_acquire) >= other.sequence()) return true;
  const CheckpointHandle checkpoint = from.checkpoint_for(other.sequence());
  device_.enter();  // the other queue's device may be another one
  device_.check(api_.cuStreamWaitEvent(stream_, checkpoint->event, 0), "cuStreamWaitEvent");
  awaits_ = true;
  awaited_ = submitted_.load() + 1;
  seen_->come_after(awaited_, from.seen_, other.sequence());
  return true;
}

FailureRef Queue::failure_of(std::uint64_t sequence) noexcept {
  return completed_.load(std::memory_order_acquire) >= sequence ? nullptr : device_.lost();
}

std::size_t Queue::pending() noexcept {
  const std::uint64_t newest = submitted_.load(std::memory_order_acquire);
  if (is_complete(newest)) return 0;
  poll();
  return static_cast<std::size_t>(newest - std::min(newest, completed_.load(std::memory_order_acquire)));
}

Ticks Queue::measure(const Timing& timing) const noexcept {
  float begin = 0, end = 0;  // milliseconds
  const Clock& clock = device_.clock();
  if (api_.cuEventElapsedTime(&begin, clock.event, timing.begin) != CUDA_SUCCESS ||
      api_.cuEventElapsedTime(&end, clock.event, timing.end) != CUDA_SUCCESS)
    return {};
  const auto tick = [&](float since) {
    return clock.tick + static_cast<std::uint64_t>(static_cast<double>(since) * 1e6);
  };
  return {tick(begin), tick(end)};
}

}  // namespace hcrt::backends::cuda
