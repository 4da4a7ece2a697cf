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
  const cl_int result = status();
  if (result >= CL_COMPLETE) return;
  thrown_.store(true, std::memory_order_relaxed);
  fail(result, what_);
}

void Event::throw_once() {
  const cl_int result = status();
  if (result < CL_COMPLETE && !thrown_.exchange(true)) fail(result, what_);
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
