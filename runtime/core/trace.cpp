#include "trace.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <set>

#include "lasting.hpp"
#include "log.hpp"
#include "profile.hpp"
#include "queue.hpp"
#include "registry.hpp"
#include "variables.hpp"

namespace hcrt {
namespace {

constexpr std::size_t sweep_interval = 1024;  // commands between two looks at which are complete
constexpr int host_process = 1;               // the trace's "process" of host threads; devices follow

// A call of the program.
struct Call {
  const char* name;
  int thread;
  std::uint64_t begin, end;  // end 0: not yet
  std::uint64_t outer;       // the call that made this one; 0: none
};

// A kernel, a copy or a marker.
struct Command {
  const char* category;
  const std::string* name;
  const std::string* source;  // null: none
  std::size_t bytes;
  Device* device;
  std::uint32_t row;
  std::uint64_t call;                // that submitted it; 0: none
  std::vector<std::uint64_t> after;  // the numbers of commands of other queues that it depends on
  EventUse event;                    // until it is complete
  backends::Ticks ticks;
};

struct Trace {
  Trace() { lock_around_forks<ForkPart::trace>(mutex); }

  std::string path;
  pid_t process = 0;
  std::uint64_t begin = 0;
  std::chrono::nanoseconds began_at{0};  // the same moment by the clock that machines have in common
  std::mutex mutex;
  std::deque<Call> calls;        // number - 1
  std::deque<Command> commands;  // number - 1
  std::vector<std::size_t> running;
  std::set<std::string> names;
  std::map<const Device*, std::uint32_t> rows;  // queues seen so far
  int threads = 0;

  const std::string* keep(const std::string& name) { return &*names.insert(name).first; }
  /// Is a file to be written, and not a profile alone kept?
  bool kept() {
    const std::lock_guard<std::mutex> lock(mutex);
    return !path.empty();
  }
};

Trace& the_trace() { return lasting<Trace>(); }

// Programs under mpiexec are several, with one environment: each has its own file.
std::string suffix_of_rank() {
  for (const char* const name : {"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK"})  // the launchers' own
    if (const char* const rank = Variable{name, ""}.given()) return std::string(".") + rank;
  return {};
}

thread_local int thread_number = 0;
thread_local std::uint64_t current_call = 0;

// Reads the times of what is complete. Gives up the events only once the caller has left the lock: the last
// reference to a queue may go with them.
EventUses sweep(Trace& trace) {
  EventUses done;
  std::vector<std::size_t> running;
  for (const std::size_t index : trace.running) {
    Command& command = trace.commands[index];
    if (!command.event->complete()) {
      running.push_back(index);
      continue;
    }
    if (command.event->native()) command.ticks = command.event->native()->ticks();
    done.push_back(std::move(command.event));
  }
  trace.running = std::move(running);
  return done;
}

void add(const Ref<Event>& event, const Dependencies& before, Command command) {
  Queue* const queue = event->queue();
  if (!queue) return;
  Trace& trace = the_trace();
  EventUses done;
  const std::lock_guard<std::mutex> lock(trace.mutex);
  if (!queue->trace_row) queue->trace_row = ++trace.rows[queue->device()];
  command.device = queue->device();
  command.row = queue->trace_row;
  command.call = current_call;
  for (const Ref<Event>& dependency : before)
    if (dependency && dependency->trace_number && dependency->queue() != queue)
      command.after.push_back(dependency->trace_number);
  command.event = EventUse(event);
  trace.commands.push_back(std::move(command));
  event->trace_number = trace.commands.size();
  trace.running.push_back(trace.commands.size() - 1);
  if (trace.running.size() % sweep_interval == 0) done = sweep(trace);
}

// --- the file ----------------------------------------------------------------------------------------
std::string quoted(const std::string& utf8) {
  std::string result = "\"";
  for (const wchar_t c : widen(utf8)) {
    auto code = static_cast<std::uint32_t>(c);
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = 0xFFFD;  // not a character
    if (code == '"' || code == '\\') {
      result += '\\';
      result += static_cast<char>(code);
    } else if (code >= 0x20 && code < 0x7F) {
      result += static_cast<char>(code);
    } else if (code < 0x10000) {
      result += text("\\u%04x", code);
    } else {
      result +=
          text("\\u%04x\\u%04x", 0xD800 + ((code - 0x10000) >> 10), 0xDC00 + ((code - 0x10000) & 0x3FF));
    }
  }
  return result + '"';
}

class Writer {
 public:
  Writer(std::FILE* file, const Trace& trace) : file_(file), trace_(trace) {}

  void write() {
    std::fputs("[", file_);
    write_rows();
    for (const Call& call : trace_.calls) write_call(call);
    for (const Command& command : trace_.commands)
      if (command.ticks.begin) write_command(command);
    std::fputs("\n]\n", file_);
  }

 private:
  static int process_of(const Device* device) { return host_process + 1 + static_cast<int>(device->slot()); }

  double microseconds(std::uint64_t tick) const {
    return static_cast<double>(static_cast<std::int64_t>(tick - trace_.begin)) * 1e-3;
  }

  // One event: its phase, row and time, and what else the caller says.
  void event(const char* phase, int process, long row, double time, const std::string& more) {
    std::fprintf(file_, "%s\n{\"ph\":\"%s\",\"pid\":%d,\"tid\":%ld,\"ts\":%.3f,%s}", first_ ? "" : ",", phase,
                 process, row, time, more.c_str());
    first_ = false;
  }

  void name_row(const char* what, int process, long row, const std::string& name) {
    event("M", process, row, 0, text("\"name\":\"%s\",\"args\":{\"name\":%s}", what, quoted(name).c_str()));
  }

  void write_rows() {
    event("M", host_process, 0, 0,
          text("\"name\":\"time_origin\",\"args\":{\"nanoseconds\":%lld}",
               static_cast<long long>(trace_.began_at.count())));
    name_row("process_name", host_process, 0, "host threads");
    for (int thread = 1; thread <= trace_.threads; ++thread)
      name_row("thread_name", host_process, thread, text("thread %d", thread));
    for (const auto& [device, rows] : trace_.rows) {
      const DeviceInfo& info = device->info();
      name_row("process_name", process_of(device), 0, narrow(info.path + L": " + info.description));
      for (std::uint32_t row = 1; row <= rows; ++row)
        name_row("thread_name", process_of(device), row, text("queue %u", row));
    }
  }

  void write_call(const Call& call) {
    const std::uint64_t end = call.end ? call.end : tick_now();
    event("X", host_process, call.thread, microseconds(call.begin),
          text("\"dur\":%.3f,\"cat\":\"call\",\"name\":\"%s\"", static_cast<double>(end - call.begin) * 1e-3,
               call.name));
  }

  void write_command(const Command& command) {
    const backends::Ticks ticks = command.ticks;
    const std::uint64_t end = std::max(ticks.begin, ticks.end);
    std::string arguments;
    if (command.source) arguments += ",\"source\":" + quoted(*command.source);
    if (command.bytes) arguments += text(",\"bytes\":%zu", command.bytes);
    if (!arguments.empty()) arguments[0] = '{';
    event("X", process_of(command.device), command.row, microseconds(ticks.begin),
          text("\"dur\":%.3f,\"cat\":\"%s\",\"name\":%s%s%s%s", static_cast<double>(end - ticks.begin) * 1e-3,
               command.category, quoted(*command.name).c_str(),
               arguments.empty() ? "" : ",\"args\":", arguments.c_str(), arguments.empty() ? "" : "}"));
    if (command.call) {
      const Call& call = trace_.calls[command.call - 1];
      flow("submit", host_process, call.thread, call.begin, command);
    }
    for (const std::uint64_t number : command.after) {
      const Command& earlier = trace_.commands[number - 1];
      if (!earlier.ticks.begin) continue;
      // An arrow begins inside of its slice: just before the end, which belongs to what follows.
      const std::uint64_t last = std::max(earlier.ticks.begin + 1, earlier.ticks.end) - 1;
      flow("dependency", process_of(earlier.device), earlier.row, last, command);
    }
  }

  void flow(const char* name, int process, long row, std::uint64_t from, const Command& to) {
    const std::string more = text("\"id\":%lu,\"cat\":\"%s\",\"name\":\"%s\"", ++flows_, name, name);
    event("s", process, row, microseconds(from), more);
    event("f", process_of(to.device), to.row, microseconds(to.ticks.begin), "\"bp\":\"e\"," + more);
  }

  std::FILE* file_;
  const Trace& trace_;
  bool first_ = true;
  unsigned long flows_ = 0;
};

}  // namespace

namespace trace {

std::atomic<int> state{unknown};

bool find_out() noexcept {
  Trace& trace = the_trace();
  const std::lock_guard<std::mutex> lock(trace.mutex);
  if (state.load() != unknown) return state.load() == on;
  const char* const path = variables::trace.given();
  if (path) {
    trace.path = path + suffix_of_rank();
    trace.process = getpid();
    trace.begin = tick_now();
    trace.began_at = std::chrono::system_clock::now().time_since_epoch();
  }
  state.store(path || profiling() ? on : off);
  return state.load() == on;
}

void look_again() noexcept {
  find_out();  // the file, at first
  const std::lock_guard<std::mutex> lock(the_trace().mutex);
  state.store(!the_trace().path.empty() || profiling() ? on : off);
}

std::uint64_t begin_call(const char* name) {
  Trace& trace = the_trace();
  const std::lock_guard<std::mutex> lock(trace.mutex);
  if (trace.path.empty()) return 0;
  if (!thread_number) thread_number = ++trace.threads;
  trace.calls.push_back({name, thread_number, tick_now(), 0, current_call});
  return current_call = trace.calls.size();
}

void end_call(std::uint64_t number) noexcept {
  Trace& trace = the_trace();
  const std::lock_guard<std::mutex> lock(trace.mutex);
  trace.calls[number - 1].end = tick_now();
  current_call = trace.calls[number - 1].outer;
}

}  // namespace trace

std::uint64_t begin_span(const char* name) { return tracing() ? trace::begin_call(name) : 0; }

void end_span(std::uint64_t number) noexcept {
  if (number) trace::end_call(number);
}

void trace_kernel(const Ref<Event>& event, const Dependencies& before, const Kernel& kernel) {
  if (profiling()) profile_kernel(event, kernel);
  Trace& trace = the_trace();
  if (!trace.kept()) return;
  Command command{};
  command.category = "kernel";
  {
    const std::lock_guard<std::mutex> lock(trace.mutex);
    command.name = trace.keep(*kernel.info.display_name ? kernel.info.display_name : kernel.info.name);
    if (const std::string place = kernel.place(); !place.empty()) command.source = trace.keep(place);
  }
  add(event, before, std::move(command));
}

void trace_copy(const Ref<Event>& event, const Dependencies& before, const backends::Copy& copy) {
  if (profiling()) profile_copy(event, copy);
  const bool to_device = copy.destination_side == backends::Side::device;
  const bool from_device = copy.source_side == backends::Side::device;
  trace_other(event, before,
              to_device && from_device ? "copy on device"
              : to_device              ? "copy to device"
              : from_device            ? "copy to host"
                                       : "copy in host memory",
              copy.row_bytes * copy.rows * copy.slices);
}

void trace_other(const Ref<Event>& event, const Dependencies& before, const char* name, std::size_t bytes) {
  Trace& trace = the_trace();
  if (!trace.kept()) return;
  Command command{};
  command.category = bytes ? "copy" : "marker";
  {
    const std::lock_guard<std::mutex> lock(trace.mutex);
    command.name = trace.keep(name);
  }
  command.bytes = bytes;
  add(event, before, std::move(command));
}

void write_trace() noexcept {
  if (!tracing()) return;
  Trace& trace = the_trace();
  EventUses done;
  const std::lock_guard<std::mutex> lock(trace.mutex);
  if (trace.path.empty()) return;         // a profile alone
  if (trace.process != getpid()) return;  // a fork's child: the file is its parent's
  done = sweep(trace);
  bool written = false;
  if (std::FILE* const file = std::fopen(trace.path.c_str(), "w")) {
    Writer(file, trace).write();
    written = !std::ferror(file);
    written &= std::fclose(file) == 0;
  }
  if (written) return;
  std::fprintf(stderr, "hcrt: HCPY_TRACE=%s: the trace can't be written: %s\n", trace.path.c_str(),
               std::strerror(errno));
}

}  // namespace hcrt
