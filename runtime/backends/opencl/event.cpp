#include "event.hpp"

namespace hcrt::backends::opencl {

Event::~Event() { device_.api().clReleaseEvent(event_); }

void Event::release() noexcept {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

cl_int Event::status() const noexcept {
  cl_int status = CL_COMPLETE;
  device_.api().clGetEventInfo(event_, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  return status;
}

void Event::wait() {
  device_.api().clWaitForEvents(1, &event_);  // its result only says that some event failed
  const FailureRef failed = failure();
  if (!failed) return;
  thrown_.store(true, std::memory_order_relaxed);
  failed->deliver();
}

void Event::throw_once() {
  const FailureRef failed = failure();
  if (failed && !thrown_.exchange(true)) failed->deliver();
}

FailureRef Event::failure() noexcept {
  const cl_int result = status();
  if (result >= CL_COMPLETE) return nullptr;
  const std::lock_guard<std::mutex> lock(failure_mutex_);
  if (failure_) return failure_;
  try {
    fail(result, what_);
  } catch (const Error&) {
    failure_ = current_failure();
  }
  return failure_;
}

Ticks Event::ticks() noexcept {
  const Api& api = device_.api();
  cl_ulong begin = 0, end = 0;
  if (!complete() ||
      api.clGetEventProfilingInfo(event_, CL_PROFILING_COMMAND_START, sizeof begin, &begin, nullptr) !=
          CL_SUCCESS ||
      api.clGetEventProfilingInfo(event_, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr) != CL_SUCCESS)
    return {};
  return {begin + clock_offset_, end + clock_offset_};
}

}  // namespace hcrt::backends::opencl
