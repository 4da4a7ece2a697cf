// What the fake driver knows: its modules, streams and memory, and what its calls have in common.
#ifndef HCRT_TESTS_FAKE_CUDA_STATE_HPP
#define HCRT_TESTS_FAKE_CUDA_STATE_HPP

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using Pointer = unsigned long long;
constexpr int success = 0, invalid_value = 1, out_of_memory = 2, no_device = 100, invalid_context = 201,
              invalid_ptx = 218, not_found = 500, unknown = 999, not_ready = 600, illegal_address = 700,
              peer_access_already_enabled = 704, launch_failed = 719;
constexpr int most_gpus = 4;

// HCRT_FAKE_CUDA_CAPABILITY=86: a device of compute capability 8.6.
int capability() {
  const char* const text = std::getenv("HCRT_FAKE_CUDA_CAPABILITY");
  return text && *text ? std::atoi(text) : 90;
}

bool mode(const char* word) {
  const char* const words = std::getenv("HCRT_FAKE_CUDA");
  return words && std::strstr(words, word);
}

struct Counters {
  int graphs = 0, graph_launches = 0, graph_changes = 0;
  int launches = 0, event_records = 0, allocations = 0, module_loads = 0, global_writes = 0;
  unsigned grid[3] = {}, block[3] = {}, shared = 0;
  int peer_copies = 0, host_copies = 0;
};

struct Event {
  std::uint64_t issued = 0, done = 0;  // how often it was recorded, and passed
  std::chrono::steady_clock::time_point time;
};

struct Module;

struct Function {
  std::string name;
  Module* module;
};

struct Module {
  std::string text;
  std::vector<unsigned char> global;
  std::vector<unsigned char> launch;  // of variables that the runtime sets at each launch
  std::deque<Function> functions;
  unsigned registers = 0;  // at most so many for a thread; 0: as many as it needs

  unsigned thread_limit() const { return registers ? std::min(1024u, 65536 / registers) : 640; }
};

struct Stream;

struct Driver {
  std::mutex mutex;
  std::map<Pointer, void*> contexts;  // of device blocks
  std::condition_variable changed;
  std::map<Pointer, std::size_t> device_blocks, pinned_blocks;
  std::size_t used = 0;
  int sticky = success;
  Counters counters;
  std::string last_text;  // of a module
  std::deque<Event> events;
  std::set<std::pair<void*, void*>> peers;  // contexts whose kernels may use the other one's memory
};

Driver& driver() {
  static Driver& instance = *new Driver;
  return instance;
}

struct Stream {
  std::deque<std::function<void()>> work;
  bool busy = false;

  Stream() {
    std::thread([this] { run(); }).detach();
  }

  void run() {
    std::unique_lock<std::mutex> lock(driver().mutex);
    for (;;) {
      driver().changed.wait(lock, [this] { return !work.empty(); });
      const auto next = std::move(work.front());
      work.pop_front();
      busy = true;
      lock.unlock();
      next();
      lock.lock();
      busy = false;
      driver().changed.notify_all();
    }
  }

  bool idle() const { return work.empty() && !busy; }
};

int context_objects[most_gpus];
thread_local void* current_context = nullptr;

std::atomic<long> calls{0}, fail_in{0};
std::atomic<const char*> fail_next{nullptr};  // the name of a call
std::atomic<long> handles{0};                 // streams and events that exist
std::atomic<long> modules{0};                 // that are loaded

// What this call has to fail with, or 0. After a fault of the GPU all calls fail.
int failure(const char* call, int usual) {
  if (fail_in > 0 && --fail_in == 0) return usual;
  const char* const next = fail_next;
  if (next && std::strcmp(next, call) == 0) return fail_next = nullptr, usual;
  static const char* const chosen = std::getenv("HCRT_FAKE_CUDA_FAIL");
  if (!chosen) return success;
  static const long number = std::atol(chosen);
  if (calls == 0) std::atexit([] { std::printf("%ld driver calls\n", calls.load()); });
  if (++calls != number) return success;
  const char* const code = std::getenv("HCRT_FAKE_CUDA_ERROR");
  const int error = code ? std::atoi(code) : usual;
  std::fprintf(stderr, "%s fails\n", call);
  const std::lock_guard<std::mutex> lock(driver().mutex);
  if (error == illegal_address || error == launch_failed) driver().sticky = error;
  return error;
}

// A call that a correct program does not make, though it could go on after its failure.
[[noreturn]] void refused(const char* call) {
  std::fprintf(stderr, "%s was called though it fails\n", call);
  std::_Exit(96);
}

#define MAY_FAIL(error) \
  if (const int result = failure(__func__, error)) return result

// The number of the GPU; -1: that is no context.
int device_of(const void* context) {
  for (int device = 0; device < most_gpus; ++device)
    if (context == &context_objects[device]) return device;
  return -1;
}

#define ENTER_OR(error)                                       \
  MAY_FAIL(error);                                            \
  if (device_of(current_context) < 0) return invalid_context; \
  std::unique_lock<std::mutex> lock(driver().mutex);          \
  if (driver().sticky != success) return driver().sticky

#define ENTER() ENTER_OR(unknown)

int enqueue(Stream* stream, std::function<void()> work) {
  stream->work.push_back(std::move(work));
  driver().changed.notify_all();
  return success;
}

bool in_device(Pointer address, std::size_t bytes, const void* context = current_context) {
  auto place = driver().device_blocks.upper_bound(address);
  if (place == driver().device_blocks.begin()) return false;
  --place;
  return address + bytes <= place->first + place->second && driver().contexts[place->first] == context;
}

int copy(Stream* stream, Pointer to, Pointer from, std::size_t bytes) {
  return enqueue(stream,
                 [=] { std::memmove(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes); });
}

// Argument of all test kernels: int* data, int value, int count. "large" takes a pointer to it.
struct Argument {
  int* data;
  int value;
  int count;
};

// Runs a kernel of a module with that text, on the stream's thread. Without an argument: gives its bytes.
using Runner = std::size_t (*)(const char* text, const char* name, const void* argument, unsigned shared);
std::atomic<Runner> runner{nullptr};
std::atomic<int> launch_result{success};  // of the launches that follow

void run_kernel(const Function& function, const std::vector<unsigned char>& bytes, std::uint64_t items,
                unsigned shared) {
  if (const Runner run = runner) {
    static_cast<void>(run(function.module->text.c_str(), function.name.c_str(), bytes.data(), shared));
    return;
  }
  if (mode("idle")) return;
  if (mode("slow")) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  if (function.name == "fault") {
    const std::lock_guard<std::mutex> lock(driver().mutex);
    driver().sticky = illegal_address;
    return;
  }
  Argument argument{};
  if (function.name == "large") {
    const Argument* where;
    std::memcpy(&where, bytes.data(), sizeof where);
    argument = *where;
  } else {
    std::memcpy(&argument, bytes.data(), std::min(bytes.size(), sizeof argument));
  }
  int value = argument.value;
  if (function.name == "read_global") std::memcpy(&value, function.module->global.data(), sizeof value);
  if (function.name == "through_array") argument.data = *reinterpret_cast<int**>(argument.data);  // array&
  for (std::uint64_t i = 0; i < items && i < static_cast<std::uint64_t>(argument.count); ++i)
    argument.data[i] += value;
}

}  // namespace

#define API extern "C" __attribute__((visibility("default"))) int

#endif
