// HCPY_TRACE=file.json: calls of the program, copies and kernels on one time line, as trace events in JSON
// that chrome://tracing and Perfetto show.
#ifndef HCRT_CORE_TRACE_HPP
#define HCRT_CORE_TRACE_HPP

#include "event.hpp"

namespace hcrt {

struct Kernel;

namespace trace {

enum State : int { unknown, off, on };
extern std::atomic<int> state;

bool find_out() noexcept;    // reads HCPY_TRACE
void look_again() noexcept;  // a profile begins or ends
std::uint64_t begin_call(const char* name);
void end_call(std::uint64_t number) noexcept;

}  // namespace trace

/// Is a trace or a profile kept? One load and one branch where it is not.
inline bool tracing() noexcept {
  const int state = trace::state.load(std::memory_order_relaxed);
  return __builtin_expect(state != trace::off, 0) && (state == trace::on || trace::find_out());
}

/// A call of the program into the runtime, from here to the end of the block.
class TraceCall {
 public:
  explicit TraceCall(const char* name) : number_(tracing() ? trace::begin_call(name) : 0) {}
  ~TraceCall() {
    if (number_) trace::end_call(number_);
  }
  TraceCall(const TraceCall&) = delete;
  TraceCall& operator=(const TraceCall&) = delete;

 private:
  std::uint64_t number_;  // 0: nothing is traced
};

// Work that was submitted after what it depends on; called only while tracing().
void trace_kernel(const Ref<Event>&, const Dependencies& before, const Kernel&);
void trace_copy(const Ref<Event>&, const Dependencies& before, const backends::Copy&);
void trace_other(const Ref<Event>&, const Dependencies& before, const char* name, std::size_t bytes = 0);

/// Writes the file, once all queues are drained. What goes wrong is a line on stderr.
void write_trace() noexcept;

}  // namespace hcrt
#endif
