#include "queue.hpp"

#include <algorithm>
#include <memory>

#include "../../core/log.hpp"

namespace hcrt::backends::opencl {

Queue::Queue(Device& device) : device_(device), api_(device.api()) {
  const cl_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_int status;
  queue_ = api_.clCreateCommandQueueWithProperties(device.context(), device.id(), properties, &status);
  if (!queue_) fail(status, "clCreateCommandQueueWithProperties");
  cl_ulong device_time = 0, host_time = 0;
  if (api_.clGetDeviceAndHostTimer(device.id(), &device_time, &host_time) == CL_SUCCESS)
    clock_offset_ = tick_now() - device_time;
}

Queue::~Queue() {
  api_.clReleaseCommandQueue(queue_);
  for (const SvmBlocks::Launch launch : naming_) device_.svm_blocks().forget(launch);
}

// The command was enqueued: nothing waits for the same events again, and the device starts.
EventHandle Queue::finish_submit(cl_event native, const char* what) {
  waits_.clear();
  awaited_.clear();
  auto* const event = new Event(device_, native, what, clock_offset_);
  event->retain();
  EventHandle result(event);
  {
    const std::lock_guard<std::mutex> lock(running_mutex_);
    while (!running_.empty() && running_.front()->complete()) {
      if (running_.front()->untold() && !(untold_ && untold_->untold()))
        untold_ = std::move(running_.front());
      running_.pop_front();
    }
    running_.emplace_back(event);
  }
  // Those that could not be submitted end before it, too.
  for (const SvmBlocks::Launch launch : naming_) {
    event->retain();
    const std::shared_ptr<Event> held(event, [](Event* each) { each->release(); });
    device_.svm_blocks().submitted(launch, [held] { return held->complete(); });
  }
  naming_.clear();
  // The command has been submitted, whether or not this works: waiters get the error.
  if (const cl_int status = api_.clFlush(queue_); status != CL_SUCCESS)
    HCRT_LOG("clFlush: OpenCL error %d", status);
  return result;
}

// Returns the buffer that holds a large function object, or null. OpenCL keeps it until the kernel is done,
// so the caller releases it once the kernel is enqueued.
cl_mem Queue::set_arguments(const Function& function, const Launch& launch) {
  const Entry& entry = function.entry;
  cl_mem buffer = nullptr;
  if (entry.flags & HCRT_KERNEL_BY_POINTER) {
    cl_int status;
    buffer = api_.clCreateBuffer(device_.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                 entry.parameter_bytes, const_cast<void*>(launch.argument), &status);
    if (!buffer) fail(status, "clCreateBuffer for a large function object");
    check(api_.clSetKernelArg(function.kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  } else {
    check(api_.clSetKernelArg(function.kernel, 0, entry.parameter_bytes, launch.argument), "clSetKernelArg");
  }
  if (entry.flags & HCRT_KERNEL_DYNAMIC_GROUP)
    check(api_.clSetKernelArg(function.kernel, 1, std::max(launch.shape->dynamic_bytes, 1u), nullptr),
          "clSetKernelArg for dynamic group memory");
  return buffer;
}

// The group of a flat launch. Drivers choose well where the row has a divisor to their liking, and groups of
// one work-item (eighty times slower on Intel's CPU runtime) where it is a prime: then our own groups,
// smaller at the edge. Of rank 1 only: Intel's runtime hung on 17 x 33 work-items in groups of 17 x 15.
// False: leave it to the driver.
static bool choose_flat_group(const LaunchShape& shape, const Device& device, std::uint32_t limit,
                              std::size_t local[3]) {
  constexpr std::uint64_t liked_divisor = 64, wanted_items = 256;
  const bool one_row = shape.global[1] == 1 && shape.global[2] == 1;
  if (!one_row || shape.global[0] % liked_divisor == 0) return false;
  const std::uint64_t items = std::min<std::uint64_t>(wanted_items, limit);
  local[0] = std::min({items, shape.global[0], std::uint64_t{device.info().max_group_size[0]}});
  local[1] = local[2] = 1;
  return true;
}

namespace {

// Work-items that go to the driver at once.
struct Part {
  std::size_t offset[3] = {}, global[3], local[3];
  std::uint32_t first_group[3] = {};
  bool is_last = true;
};

// A launch in groups of one size each: the whole groups, and those at each edge. OpenCL wants no groups that
// are smaller at the edge of a launch from devices (CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT).
std::vector<Part> uniform_parts(const LaunchShape& shape, const std::size_t local[3]) {
  std::vector<Part> parts;
  for (unsigned edges = 0; edges < 8; ++edges) {
    Part part;
    bool is_empty = false;
    for (int d = 0; d < 3; ++d) {
      const bool at_edge = (edges >> d & 1) != 0;
      const std::size_t rest = shape.global[d] % local[d], whole = shape.global[d] - rest;
      part.offset[d] = at_edge ? whole : 0;
      part.global[d] = at_edge ? rest : whole;
      part.local[d] = at_edge ? rest : local[d];
      part.first_group[d] = static_cast<std::uint32_t>(part.offset[d] / local[d]);
      is_empty = is_empty || part.global[d] == 0;
    }
    part.is_last = false;
    if (!is_empty) parts.push_back(part);
  }
  parts.back().is_last = true;
  return parts;
}

bool has_smaller_groups(const LaunchShape& shape, const std::size_t local[3]) {
  for (int d = 0; d < 3; ++d)
    if (shape.global[d] % local[d] != 0) return true;
  return false;
}

hcrt_opencl_launch describe(const LaunchShape& shape, const std::size_t local[3], const Part& part) {
  hcrt_opencl_launch launch{};
  for (int d = 0; d < 3; ++d) {
    launch.first_group[d] = part.first_group[d];
    launch.num_groups[d] = static_cast<std::uint32_t>((shape.global[d] + local[d] - 1) / local[d]);
    launch.global_size[d] = static_cast<std::uint32_t>(shape.global[d]);
  }
  return launch;
}

}  // namespace

// Sets the kernel's arguments and calls enqueue(kernel, rank, part), which gives a status, for each part.
template <class Enqueue>
void Queue::with_kernel(const Launch& launch, Enqueue enqueue) {
  const auto& plain = *static_cast<const Function*>(launch.function);
  const Function& function = plain.module->variant(plain, launch);
  const LaunchShape& shape = *launch.shape;
  Part whole;
  for (int d = 0; d < 3; ++d) {
    whole.global[d] = shape.global[d];
    whole.local[d] = shape.group[d];
  }
  const bool driver_chooses =
      whole.local[0] == 0 && !choose_flat_group(shape, device_, function.max_group_items, whole.local);
  const auto rank = static_cast<cl_uint>(shape.rank);
  const std::lock_guard<std::mutex> lock(function.mutex);
  const cl_mem buffer = set_arguments(function, launch);
  if (const SvmBlocks::Launch naming = device_.declare_blocks(function.kernel)) naming_.push_back(naming);
  cl_int status = CL_SUCCESS;
  if (driver_chooses || device_.takes_smaller_edge_groups() || !has_smaller_groups(shape, whole.local)) {
    // The exact global size: groups at the edge are smaller where the tile does not divide it.
    status = enqueue(function.kernel, rank, whole);
  } else {
    for (const Part& part : uniform_parts(shape, whole.local)) {
      if (function.asks_for_launch) set_launch(api_, function, describe(shape, whole.local, part));
      if (status == CL_SUCCESS) status = enqueue(function.kernel, rank, part);
    }
    if (function.asks_for_launch) set_launch(api_, function, {});
  }
  if (buffer) api_.clReleaseMemObject(buffer);
  if (status != CL_SUCCESS) fail(status, text("launch of %s", launch.label).c_str());
}

void Queue::enqueue(const Launch& launch, cl_event* event) {
  with_kernel(launch, [&](cl_kernel kernel, cl_uint rank, const Part& part) {
    return api_.clEnqueueNDRangeKernel(queue_, kernel, rank, part.offset, part.global,
                                       part.local[0] ? part.local : nullptr, wait_count(), waits(),
                                       part.is_last ? event : nullptr);
  });
}

EventHandle Queue::launch(const Launch& launch) {
  cl_event event = nullptr;
  enqueue(launch, &event);
  return finish_submit(event, launch.label);
}

// The queue is in order: what the first one waits for holds back all, and the last one's event represents
// all.
EventHandle Queue::launch(const std::vector<GraphNode>& nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const GraphNode& node = nodes[i];
    if (node.kind == GraphNode::Kind::kernel) enqueue(node.launch, nullptr);
    if (node.kind == GraphNode::Kind::copy) enqueue(node.copy, nullptr);
    if (node.kind != GraphNode::Kind::marker) waits_.clear();
  }
  return marker();
}

cl_command_buffer_khr Queue::record(const std::vector<Launch>& launches) {
  const Extensions& extensions = device_.extensions();
  const cl_properties properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  cl_int status;
  const cl_command_buffer_khr commands = extensions.clCreateCommandBufferKHR(1, &queue_, properties, &status);
  if (!commands) fail(status, "clCreateCommandBufferKHR");
  try {
    for (const Launch& launch : launches)
      with_kernel(launch, [&](cl_kernel kernel, cl_uint rank, const Part& part) {
        return extensions.clCommandNDRangeKernelKHR(commands, nullptr, nullptr, kernel, rank, part.offset,
                                                    part.global, part.local[0] ? part.local : nullptr, 0,
                                                    nullptr, nullptr, nullptr);
      });
    check(extensions.clFinalizeCommandBufferKHR(commands), "clFinalizeCommandBufferKHR");
  } catch (const Error&) {
    extensions.clReleaseCommandBufferKHR(commands);
    throw;
  }
  return commands;
}

EventHandle Queue::launch(cl_command_buffer_khr commands) {
  cl_event event = nullptr;
  check(device_.extensions().clEnqueueCommandBufferKHR(0, nullptr, commands, wait_count(), waits(), &event),
        "clEnqueueCommandBufferKHR");
  return finish_submit(event, "task graph");
}

void Queue::copy_row(const Copy& copy, std::size_t slice, std::size_t row, cl_event* event) {
  void* const to = static_cast<char*>(copy.destination) + slice * copy.destination_slice_pitch +
                   row * copy.destination_row_pitch;
  const void* const from =
      static_cast<const char*>(copy.source) + slice * copy.source_slice_pitch + row * copy.source_row_pitch;
  const auto enqueue = device_.memory() == MemoryModel::usm ? device_.extensions().clEnqueueMemcpyINTEL
                                                            : api_.clEnqueueSVMMemcpy;
  check(enqueue(queue_, CL_FALSE, to, from, copy.row_bytes, wait_count(), waits(), event), "copy");
}

void Queue::enqueue(const Copy& copy, cl_event* event) {
  const std::size_t total = copy.row_bytes ? copy.rows * copy.slices : 0;
  for (std::size_t i = 0; i < total; ++i)
    copy_row(copy, i / copy.rows, i % copy.rows, i + 1 == total ? event : nullptr);
}

EventHandle Queue::copy(const Copy& copy) {
  cl_event event = nullptr;
  enqueue(copy, &event);
  return event ? finish_submit(event, "copy") : marker();
}

EventHandle Queue::fill_zero(void* address, std::size_t bytes) {
  const unsigned char zero = 0;
  const auto enqueue = device_.memory() == MemoryModel::usm ? device_.extensions().clEnqueueMemFillINTEL
                                                            : api_.clEnqueueSVMMemFill;
  cl_event event = nullptr;
  check(enqueue(queue_, address, &zero, sizeof zero, bytes, wait_count(), waits(), &event), "fill");
  return finish_submit(event, "fill");
}

EventHandle Queue::marker() {
  cl_event event = nullptr;
  check(api_.clEnqueueMarkerWithWaitList(queue_, wait_count(), waits(), &event), "marker");
  return finish_submit(event, "marker");
}

bool Queue::depend(backends::Event& event) {
  if (event.family() != &device_) return false;
  auto& native = static_cast<Event&>(event);
  if (native.complete()) return true;  // also where it failed: this work only comes after it
  native.retain();
  awaited_.emplace_back(&native);
  waits_.push_back(native.native());
  return true;
}

namespace {

class UserEventGate final : public Gate {
 public:
  UserEventGate(const Device& device, Event* event) : device_(device), event_(event) {}
  ~UserEventGate() override { event_->release(); }
  // Work after a user event that failed would be lost, and with it the queue's order: the core knows of the
  // failure.
  void open(const FailureRef&) noexcept override {
    device_.api().clSetUserEventStatus(event_->native(), CL_COMPLETE);
  }

 private:
  const Device& device_;
  Event* const event_;
};

}  // namespace

std::unique_ptr<Gate> Queue::hold() {
  cl_int status;
  const cl_event native = api_.clCreateUserEvent(device_.context(), &status);
  if (!native) fail(status, "clCreateUserEvent");
  auto* const event = new Event(device_, native, "", 0);
  event->retain();
  awaited_.emplace_back(event);
  waits_.push_back(native);
  return std::make_unique<UserEventGate>(device_, event);
}

void Queue::flush() { check(api_.clFlush(queue_), "clFlush"); }

void Queue::wait() {
  check(api_.clFinish(queue_), "clFinish");
  std::deque<NativeHandle> done;
  {
    const std::lock_guard<std::mutex> lock(running_mutex_);
    if (untold_) done.push_back(std::move(untold_));
    while (!running_.empty() && running_.front()->complete()) {
      done.push_back(std::move(running_.front()));
      running_.pop_front();
    }
  }
  for (const NativeHandle& event : done) event->throw_once();
}

std::size_t Queue::pending() noexcept {
  const std::lock_guard<std::mutex> lock(running_mutex_);
  return static_cast<std::size_t>(std::count_if(
      running_.begin(), running_.end(), [](const NativeHandle& event) { return !event->complete(); }));
}

}  // namespace hcrt::backends::opencl
