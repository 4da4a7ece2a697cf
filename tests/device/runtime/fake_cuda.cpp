// A stand-in for libcuda.so.1 that the CUDA back end's tests load by HCPY_CUDA_LIBRARY. Device memory is
// host memory; each stream is a thread that does its work in order; kernels are C++ functions that the "PTX"
// names. Calls that the real driver refuses (a wrong context, pointers of the wrong kind) are refused here.
//
// fake_cuda_run_kernels() has a program run the kernels of any module: Python's tests do that.
//
// HCRT_FAKE_CUDA: words that change its behaviour: none, initfail, badptx, slow (each kernel takes 20 ms),
// idle (kernels do nothing: for programs whose kernels it does not know), fault (kernels named "fault" fail
// like an illegal address), oom (16 MiB of memory), two (two GPUs, whose memories know nothing of each
// other), nopeer (they have no access to each other), loader (it loads a library before it loads a module),
// leaks (says what is allocated when the context is released). HCRT_FAKE_CUDA_FAIL=N: the N-th call fails,
// with HCRT_FAKE_CUDA_ERROR or, where that is not set, CUDA_ERROR_UNKNOWN or, where it allocates,
// CUDA_ERROR_OUT_OF_MEMORY; the number of all calls is printed at exit.
#include <dlfcn.h>

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

int context_objects[2];
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

#define ENTER_OR(error)                                                                 \
  MAY_FAIL(error);                                                                      \
  if (current_context != &context_objects[0] && current_context != &context_objects[1]) \
    return invalid_context;                                                             \
  std::unique_lock<std::mutex> lock(driver().mutex);                                    \
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

API fake_cuda_counters(int* launches, int* event_records, int* allocations, int* module_loads) {
  const std::lock_guard<std::mutex> lock(driver().mutex);
  const Counters& c = driver().counters;
  *launches = c.launches;
  *event_records = c.event_records;
  *allocations = c.allocations;
  *module_loads = c.module_loads;
  return success;
}
API fake_cuda_last_launch(unsigned* grid, unsigned* block, unsigned* shared) {
  const std::lock_guard<std::mutex> lock(driver().mutex);
  std::copy(driver().counters.grid, driver().counters.grid + 3, grid);
  std::copy(driver().counters.block, driver().counters.block + 3, block);
  *shared = driver().counters.shared;
  return success;
}

API fake_cuda_run_kernels(Runner run) { return runner = run, success; }
API fake_cuda_launch_result(int result) { return launch_result = result, success; }
// A kernel that ran has broken the GPU.
API fake_cuda_fault() {
  const std::lock_guard<std::mutex> lock(driver().mutex);
  return driver().sticky = illegal_address, success;
}

API fake_cuda_copies(int* peer, int* host) {
  const std::lock_guard<std::mutex> lock(driver().mutex);
  *peer = driver().counters.peer_copies;
  *host = driver().counters.host_copies;
  return success;
}

// The call that comes after so many others fails; 0: none.
API fake_cuda_fail_in(long count) { return fail_in = count, success; }
// The next call of this name fails.
API fake_cuda_fail_next(const char* call) { return fail_next = call, success; }
API fake_cuda_handles(long* count) { return *count = handles, success; }
API fake_cuda_calls(long* count) { return *count = calls, success; }

API cuInit(unsigned) {
  MAY_FAIL(unknown);
  return mode("initfail") ? unknown : success;
}
API cuDriverGetVersion(int* version) {
  MAY_FAIL(unknown);
  return *version = 12040, success;
}
API cuGetErrorName(int error, const char** name) {
  *name = error == out_of_memory     ? "CUDA_ERROR_OUT_OF_MEMORY"
          : error == illegal_address ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : error == invalid_context ? "CUDA_ERROR_INVALID_CONTEXT"
          : error == invalid_ptx     ? "CUDA_ERROR_INVALID_PTX"
          : error == not_found       ? "CUDA_ERROR_NOT_FOUND"
                                     : "CUDA_ERROR_UNKNOWN";
  return success;
}
API cuGetErrorString(int error, const char** meaning) {
  *meaning = error == out_of_memory     ? "out of memory"
             : error == illegal_address ? "an illegal memory access was encountered"
                                        : "error";
  return success;
}
API cuDeviceGetCount(int* count) {
  MAY_FAIL(unknown);
  return *count = mode("none") ? 0 : mode("two") ? 2 : 1, success;
}
API cuDeviceGet(int* device, int ordinal) {
  MAY_FAIL(unknown);
  return *device = ordinal, ordinal < 2 ? success : no_device;
}
API cuDeviceGetName(char* name, int size, int) {
  MAY_FAIL(unknown);
  std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size));
  return success;
}
API cuDeviceGetAttribute(int* value, int which, int) {
  MAY_FAIL(unknown);
  const std::map<int, int> values{{1, 1024},
                                  {2, 1024},
                                  {3, 1024},
                                  {4, 64},
                                  {5, 0x7fffffff},
                                  {6, 65535},
                                  {7, 65535},
                                  {8, 49152},
                                  {16, 4},
                                  {75, capability() / 10},
                                  {76, capability() % 10},
                                  {97, 232448}};
  const auto place = values.find(which);
  return *value = place == values.end() ? 0 : place->second, success;
}
API cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  MAY_FAIL(unknown);
  return *bytes = std::size_t{1} << 30, success;
}
API cuDevicePrimaryCtxRetain(void** context, int device) {
  MAY_FAIL(out_of_memory);
  return *context = &context_objects[device], success;
}
API cuDevicePrimaryCtxRelease_v2(int) {
  MAY_FAIL(unknown);
  if (mode("leaks")) {
    const std::lock_guard<std::mutex> lock(driver().mutex);
    std::printf("%zu blocks, %zu pinned, %ld modules left\n", driver().device_blocks.size(),
                driver().pinned_blocks.size(), modules.load());
  }
  return success;
}
API cuCtxSetCurrent(void* context) {
  MAY_FAIL(unknown);
  return current_context = context, success;
}
API cuCtxGetCurrent(void** context) {
  MAY_FAIL(unknown);
  return *context = current_context, success;
}
API cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  MAY_FAIL(unknown);
  return *least = 0, *greatest = -5, success;
}

API cuModuleLoadDataEx(Module** module, const void* image, unsigned count, int* options, void** values) {
  if (mode("loader")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    static_cast<void>(dlopen("libresolv.so.2", RTLD_NOW));
  }
  ENTER();
  ++driver().counters.module_loads, ++modules;
  if (mode("badptx")) {
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == 5)
        std::strcpy(static_cast<char*>(values[i]), "ptxas fatal: line 3: unexpected token");
    return invalid_ptx;
  }
  *module = new Module{
      static_cast<const char*>(image), std::vector<unsigned char>(4), std::vector<unsigned char>(64), {}};
  for (const std::vector<unsigned char>* variables : {&(*module)->global, &(*module)->launch}) {
    driver().device_blocks[reinterpret_cast<Pointer>(variables->data())] = variables->size();
    driver().contexts[reinterpret_cast<Pointer>(variables->data())] = current_context;
  }
  return success;
}
API cuModuleUnload(Module* module) {
  MAY_FAIL(unknown);
  driver().device_blocks.erase(reinterpret_cast<Pointer>(module->global.data()));
  driver().device_blocks.erase(reinterpret_cast<Pointer>(module->launch.data()));
  --modules;
  delete module;
  return success;
}
API cuModuleGetFunction(Function** function, Module* module, const char* name) {
  ENTER();
  if (module->text.find(name) == std::string::npos) return not_found;
  module->functions.push_back({name, module});
  *function = &module->functions.back();
  return success;
}
API cuModuleGetGlobal_v2(Pointer* address, std::size_t* bytes, Module* module, const char* name) {
  ENTER();
  if (module->text.find(name) == std::string::npos) return not_found;
  std::vector<unsigned char>& variables =
      std::strncmp(name, "hcrt_launch_", 12) == 0 ? module->launch : module->global;
  *address = reinterpret_cast<Pointer>(variables.data());
  *bytes = variables.size();
  return success;
}
API cuFuncGetAttribute(int* value, int, Function*) {
  MAY_FAIL(unknown);
  return *value = 640, success;
}
API cuFuncSetAttribute(Function*, int, int) {
  MAY_FAIL(unknown);
  return success;
}

API cuMemAlloc_v2(Pointer* address, std::size_t bytes) {
  ENTER_OR(out_of_memory);
  const std::size_t limit = mode("oom") ? std::size_t{16} << 20 : std::size_t{1} << 30;
  if (driver().used + bytes > limit) return out_of_memory;
  driver().used += bytes;
  ++driver().counters.allocations;
  *address = reinterpret_cast<Pointer>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  std::memset(reinterpret_cast<void*>(*address), 0xcd, bytes);
  driver().device_blocks[*address] = bytes;
  driver().contexts[*address] = current_context;
  return success;
}
API cuMemFree_v2(Pointer address) {
  ENTER();
  const auto place = driver().device_blocks.find(address);
  if (place == driver().device_blocks.end()) return invalid_value;
  driver().used -= place->second;
  driver().device_blocks.erase(place);
  std::free(reinterpret_cast<void*>(address));
  return success;
}
API cuMemHostAlloc(void** address, std::size_t bytes, unsigned) {
  ENTER_OR(out_of_memory);
  *address = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  if (!*address) return out_of_memory;
  driver().pinned_blocks[reinterpret_cast<Pointer>(*address)] = bytes;
  return success;
}
API cuMemFreeHost(void* address) {
  ENTER();
  driver().pinned_blocks.erase(reinterpret_cast<Pointer>(address));
  std::free(address);
  return success;
}
API cuMemHostRegister_v2(void* address, std::size_t bytes, unsigned) {
  ENTER();
  driver().pinned_blocks[reinterpret_cast<Pointer>(address)] = bytes;
  return success;
}
API cuMemHostUnregister(void* address) {
  ENTER();
  return driver().pinned_blocks.erase(reinterpret_cast<Pointer>(address)) ? success : invalid_value;
}

API cuMemcpyAsync(Pointer to, Pointer from, std::size_t bytes, Stream* stream) {
  ENTER();
  return copy(stream, to, from, bytes);
}
// As the driver does: what is not pinned is copied while the caller waits for all earlier work of the stream.
void settle(std::unique_lock<std::mutex>& lock, Stream* stream, const void* host, std::size_t bytes) {
  auto place = driver().pinned_blocks.upper_bound(reinterpret_cast<Pointer>(host));
  if (place != driver().pinned_blocks.begin() &&
      reinterpret_cast<Pointer>(host) + bytes <= std::prev(place)->first + std::prev(place)->second)
    return;
  driver().changed.wait(lock, [&] { return stream->idle(); });
}
bool is_pinned(Pointer address) {
  const auto place = driver().pinned_blocks.upper_bound(address);
  return place != driver().pinned_blocks.begin() &&
         address < std::prev(place)->first + std::prev(place)->second;
}
// Fails for memory that the driver does not know: tools report that, so nobody is to ask so.
API cuPointerGetAttribute(unsigned* value, int which, Pointer address) {
  ENTER();
  if (which != 2 || !is_pinned(address)) refused("cuPointerGetAttribute");
  return *value = 1, success;
}
API cuPointerGetAttributes(unsigned count, int* which, void** values, Pointer address) {
  ENTER();
  if (count != 1 || (*which != 2 && *which != 9)) return invalid_value;
  if (*which == 2) return *static_cast<unsigned*>(*values) = is_pinned(address), success;
  const int ordinal = in_device(address, 1, &context_objects[0])   ? 0
                      : in_device(address, 1, &context_objects[1]) ? 1
                                                                   : -2;
  return *static_cast<int*>(*values) = ordinal, success;
}
API cuMemcpyHtoDAsync_v2(Pointer to, const void* from, std::size_t bytes, Stream* stream) {
  ENTER();
  if (!in_device(to, bytes)) return invalid_value;
  ++driver().counters.host_copies;
  settle(lock, stream, from, bytes);
  const auto* const begin = static_cast<const unsigned char*>(from);  // pageable memory is staged at once
  return enqueue(stream, [to, staged = std::vector<unsigned char>(begin, begin + bytes)] {
    std::memcpy(reinterpret_cast<void*>(to), staged.data(), staged.size());
  });
}
API cuMemcpyDtoHAsync_v2(void* to, Pointer from, std::size_t bytes, Stream* stream) {
  ENTER();
  if (!in_device(from, bytes)) return invalid_value;
  ++driver().counters.host_copies;
  settle(lock, stream, to, bytes);
  return copy(stream, reinterpret_cast<Pointer>(to), from, bytes);
}
API cuMemcpyDtoDAsync_v2(Pointer to, Pointer from, std::size_t bytes, Stream* stream) {
  ENTER();
  if (!in_device(from, bytes) || !in_device(to, bytes)) return invalid_value;
  return copy(stream, to, from, bytes);
}

API cuDeviceCanAccessPeer(int* can, int device, int peer) {
  MAY_FAIL(unknown);
  return *can = device != peer && !mode("nopeer"), success;
}
API cuCtxEnablePeerAccess(void* context, unsigned flags) {
  ENTER();
  if (mode("nopeer") || flags || context == current_context) return invalid_value;
  if (!driver().peers.insert({current_context, context}).second) return peer_access_already_enabled;
  return success;
}
API fake_cuda_peers(int* enabled) {
  const std::lock_guard<std::mutex> lock(driver().mutex);
  return *enabled = static_cast<int>(driver().peers.size()), success;
}
API cuMemcpyPeerAsync(Pointer to, void* to_context, Pointer from, void* from_context, std::size_t bytes,
                      Stream* stream) {
  ENTER();
  if (!in_device(to, bytes, to_context) || !in_device(from, bytes, from_context)) return invalid_value;
  ++driver().counters.peer_copies;
  return copy(stream, to, from, bytes);
}

struct Memcpy2D {  // CUDA_MEMCPY2D
  std::size_t srcXInBytes, srcY;
  int srcMemoryType;
  const void* srcHost;
  Pointer srcDevice;
  void* srcArray;
  std::size_t srcPitch, dstXInBytes, dstY;
  int dstMemoryType;
  void* dstHost;
  Pointer dstDevice;
  void* dstArray;
  std::size_t dstPitch, WidthInBytes, Height;
};
API cuMemcpy2DAsync_v2(const Memcpy2D* rows, Stream* stream) {
  ENTER();
  if (rows->WidthInBytes > rows->srcPitch || rows->WidthInBytes > rows->dstPitch) return invalid_value;
  const Pointer from = rows->srcMemoryType == 1 ? reinterpret_cast<Pointer>(rows->srcHost) : rows->srcDevice;
  const Pointer to = rows->dstMemoryType == 1 ? reinterpret_cast<Pointer>(rows->dstHost) : rows->dstDevice;
  const std::size_t last = rows->Height - 1;
  if (rows->srcMemoryType == 2 && !in_device(from, last * rows->srcPitch + rows->WidthInBytes))
    return invalid_value;
  if (rows->dstMemoryType == 2 && !in_device(to, last * rows->dstPitch + rows->WidthInBytes))
    return invalid_value;
  for (std::size_t row = 0; row < rows->Height; ++row)
    copy(stream, to + row * rows->dstPitch, from + row * rows->srcPitch, rows->WidthInBytes);
  return success;
}
API cuMemsetD8Async(Pointer address, unsigned char value, std::size_t bytes, Stream* stream) {
  ENTER();
  if (!in_device(address, bytes)) return invalid_value;
  return enqueue(stream, [=] { std::memset(reinterpret_cast<void*>(address), value, bytes); });
}

API cuStreamCreateWithPriority(Stream** stream, unsigned, int) {
  ENTER();
  *stream = new Stream;
  ++handles;
  return success;
}
API cuStreamDestroy_v2(Stream*) {
  MAY_FAIL(unknown);
  --handles;
  return success;
}
API cuStreamSynchronize(Stream* stream) {
  ENTER();
  driver().changed.wait(lock, [&] { return stream->idle(); });
  return driver().sticky;
}
API cuStreamWaitEvent(Stream* stream, Event* event, unsigned) {
  ENTER();
  const std::uint64_t wanted = event->issued;
  return enqueue(stream, [=] {
    std::unique_lock<std::mutex> inner(driver().mutex);
    driver().changed.wait(inner, [&] { return event->done >= wanted || driver().sticky != success; });
  });
}
API cuStreamWaitValue32_v2(Stream* stream, Pointer word, std::uint32_t value, unsigned flags) {
  ENTER();
  if (flags != 0 || !driver().pinned_blocks.count(word)) return invalid_value;
  return enqueue(stream, [=] {
    const auto* const place = reinterpret_cast<const std::uint32_t*>(word);
    while (__atomic_load_n(place, __ATOMIC_ACQUIRE) < value) std::this_thread::yield();
  });
}
API cuEventCreate(Event** event, unsigned) {
  ENTER();
  driver().events.emplace_back();
  *event = &driver().events.back();
  ++handles;
  return success;
}
API cuEventDestroy_v2(Event*) {
  MAY_FAIL(unknown);
  --handles;
  return success;
}  // a stream may still be about to pass it
API cuEventRecord(Event* event, Stream* stream) {
  ENTER();
  ++driver().counters.event_records;
  const std::uint64_t number = ++event->issued;
  return enqueue(stream, [=] {
    const std::lock_guard<std::mutex> inner(driver().mutex);
    event->done = number;
    event->time = std::chrono::steady_clock::now();
    driver().changed.notify_all();
  });
}
API cuEventQuery(Event* event) {
  ENTER();
  return event->done == event->issued ? success : not_ready;
}
API cuEventSynchronize(Event* event) {
  ENTER();
  const std::uint64_t wanted = event->issued;
  driver().changed.wait(lock, [&] { return event->done >= wanted || driver().sticky != success; });
  return driver().sticky;
}
API cuEventElapsedTime(float* milliseconds, Event* begin, Event* end) {
  ENTER();
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - begin->time).count();
  return success;
}

API cuLaunchKernel(Function* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared, Stream* stream, void** parameters, void** extra) {
  ENTER();
  if (parameters || !extra || extra[0] != reinterpret_cast<void*>(1) ||
      extra[2] != reinterpret_cast<void*>(2) || extra[4])
    return invalid_value;
  if (launch_result != success) return launch_result;
  if (bx * by * bz > 640 || bx * by * bz == 0 || gy > 65535 || gz > 65535) return invalid_value;
  const auto* const begin = static_cast<const unsigned char*>(extra[1]);
  std::vector<unsigned char> bytes(begin, begin + *static_cast<std::size_t*>(extra[3]));
  Counters& counters = driver().counters;
  ++counters.launches;
  const unsigned grid[] = {gx, gy, gz}, block[] = {bx, by, bz};
  std::copy(grid, grid + 3, counters.grid);
  std::copy(block, block + 3, counters.block);
  counters.shared = shared;
  const std::uint64_t items = std::uint64_t{gx} * gy * gz * bx * by * bz;
  return enqueue(stream, [f = *function, bytes = std::move(bytes), items, shared] {
    run_kernel(f, bytes, items, shared);
  });
}

// --- graphs: nodes are done in the order in which they were made -------------------------------------
struct KernelParameters {  // CUDA_KERNEL_NODE_PARAMS, version 2
  Function* func;
  unsigned grid[3], block[3], shared;
  void** kernelParams;
  void** extra;
  void* kern;
  void* context;
};
struct Memcpy3DSide {
  std::size_t x, y, z, lod;
  int type;
  const void* host;
  Pointer device;
  void* array;
  void* reserved;
  std::size_t pitch, height;
};
struct Memcpy3D {  // CUDA_MEMCPY3D, version 2
  Memcpy3DSide source, destination;
  std::size_t width, height, depth;
};

struct Graph;

struct GraphNode {
  Graph* graph;
  std::size_t number;
};

struct Graph {
  std::deque<GraphNode> nodes;
  std::vector<std::function<void()>> work;
  std::size_t edges = 0;
};

struct GraphExec {
  const Graph* graph;
  std::vector<std::function<void()>> work;
};

static int add_node(GraphNode** node, Graph* graph, GraphNode* const* before, std::size_t count,
                    std::function<void()> work) {
  for (std::size_t i = 0; i < count; ++i)
    if (!before[i] || before[i]->graph != graph) return invalid_value;
  graph->edges += count;
  graph->nodes.push_back({graph, graph->nodes.size()});
  graph->work.push_back(std::move(work));
  *node = &graph->nodes.back();
  return success;
}

// Null: the driver would refuse it.
static std::function<void()> kernel_work(const KernelParameters& kernel) {
  const unsigned threads = kernel.block[0] * kernel.block[1] * kernel.block[2];
  if (!kernel.func || !kernel.kernelParams || kernel.extra || threads == 0 || threads > 640) return nullptr;
  const auto* const begin = static_cast<const unsigned char*>(kernel.kernelParams[0]);
  const Runner run = runner;
  const std::size_t size = run ? run(kernel.func->module->text.c_str(), kernel.func->name.c_str(), nullptr, 0)
                           : kernel.func->name == "large" ? sizeof(Argument*)
                                                          : sizeof(Argument);
  const std::uint64_t items = std::uint64_t{kernel.grid[0]} * kernel.grid[1] * kernel.grid[2] * threads;
  return [f = *kernel.func, bytes = std::vector<unsigned char>(begin, begin + size), items,
          shared = kernel.shared] { run_kernel(f, bytes, items, shared); };
}

API fake_cuda_graphs(int* graphs, int* launches, int* changes) {
  const std::lock_guard<std::mutex> lock(driver().mutex);
  *graphs = driver().counters.graphs;
  *launches = driver().counters.graph_launches;
  *changes = driver().counters.graph_changes;
  return success;
}

API cuGraphCreate(Graph** graph, unsigned flags) {
  ENTER();
  if (flags || mode("nograph")) return invalid_value;
  *graph = new Graph;
  ++driver().counters.graphs;
  return success;
}
API cuGraphAddKernelNode_v2(GraphNode** node, Graph* graph, GraphNode* const* before, std::size_t count,
                            const KernelParameters* kernel) {
  ENTER();
  std::function<void()> work = kernel_work(*kernel);
  return work ? add_node(node, graph, before, count, std::move(work)) : invalid_value;
}
API cuGraphAddMemcpyNode(GraphNode** node, Graph* graph, GraphNode* const* before, std::size_t count,
                         const Memcpy3D* copy, void* context) {
  ENTER();
  if (context != current_context || copy->depth != 1 || copy->source.pitch < copy->width ||
      copy->destination.pitch < copy->width)
    return invalid_value;
  for (const Memcpy3DSide* side : {&copy->source, &copy->destination})
    if (side->type == 2 && !in_device(side->device, (copy->height - 1) * side->pitch + copy->width))
      return invalid_value;
  return add_node(node, graph, before, count, [rows = *copy] {
    for (std::size_t row = 0; row < rows.height; ++row)
      std::memmove(reinterpret_cast<char*>(rows.destination.device) + row * rows.destination.pitch,
                   reinterpret_cast<const char*>(rows.source.device) + row * rows.source.pitch, rows.width);
  });
}
API cuGraphAddEmptyNode(GraphNode** node, Graph* graph, GraphNode* const* before, std::size_t count) {
  ENTER();
  return add_node(node, graph, before, count, [] {});
}
API cuGraphInstantiateWithFlags(GraphExec** executable, Graph* graph, unsigned long long flags) {
  ENTER();
  if (flags) return invalid_value;
  *executable = new GraphExec{graph, graph->work};
  return success;
}
API cuGraphExecKernelNodeSetParams_v2(GraphExec* executable, GraphNode* node,
                                      const KernelParameters* kernel) {
  ENTER();
  std::function<void()> work = kernel_work(*kernel);
  if (!work || node->graph != executable->graph || mode("nochange")) return invalid_value;
  ++driver().counters.graph_changes;
  executable->work[node->number] = std::move(work);
  return success;
}
API cuGraphLaunch(GraphExec* executable, Stream* stream) {
  ENTER();
  if (launch_result != success) return launch_result;
  ++driver().counters.graph_launches;
  return enqueue(stream, [work = executable->work] {
    for (const std::function<void()>& node : work) node();
  });
}
API cuGraphExecDestroy(GraphExec* executable) {
  ENTER();
  delete executable;
  return success;
}
API cuGraphDestroy(Graph* graph) {
  ENTER();
  --driver().counters.graphs;
  delete graph;
  return success;
}
