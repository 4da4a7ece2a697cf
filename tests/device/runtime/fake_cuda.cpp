// A stand-in for libcuda.so.1 that the CUDA back end's tests load by HCPY_CUDA_LIBRARY. Device memory is
// host memory; each stream is a thread that does its work in order; kernels are C++ functions that the "PTX"
// names. Calls that the real driver refuses (a wrong context, pointers of the wrong kind) are refused here.
//
// fake_cuda_run_kernels() has a program run the kernels of any module: Python's tests do that.
//
// HCRT_FAKE_CUDA: words that change its behaviour: none, initfail, badptx, slow (each kernel takes 20 ms),
// idle (kernels do nothing: for programs whose kernels it does not know), fault (kernels named "fault" fail
// like an illegal address), oom (16 MiB of memory), two, four (so many GPUs, whose memories know nothing of
// each other), nopeer (they have no access to each other), loader (it loads a library before it loads a
// module), leaks (says what is allocated when the context is released). HCRT_FAKE_CUDA_FAIL=N: the N-th call
// fails, with HCRT_FAKE_CUDA_ERROR or, where that is not set, CUDA_ERROR_UNKNOWN or, where it allocates,
// CUDA_ERROR_OUT_OF_MEMORY; the number of all calls is printed at exit.
#include <dlfcn.h>

#include "fake_cuda/graphs.hpp"
#include "fake_cuda/memory.hpp"
#include "fake_cuda/state.hpp"
#include "fake_cuda/streams.hpp"

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

// The text of the module that was loaded last.
API fake_cuda_last_text(const char** text) {
  const std::lock_guard<std::mutex> lock(driver().mutex);
  return *text = driver().last_text.c_str(), success;
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
  return *count = mode("none") ? 0 : mode("four") ? 4 : mode("two") ? 2 : 1, success;
}
API cuDeviceGet(int* device, int ordinal) {
  MAY_FAIL(unknown);
  return *device = ordinal, ordinal < most_gpus ? success : no_device;
}
API cuDeviceGetName(char* name, int size, int) {
  MAY_FAIL(unknown);
  std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size));
  return success;
}
API cuDeviceGetAttribute(int* value, int which, int) {
  MAY_FAIL(unknown);
  const std::map<int, int> values{
      {1, 1024},   {2, 1024},  {3, 1024},   {4, 64}, {5, 0x7fffffff},         {6, 65535},
      {7, 65535},  {8, 49152}, {12, 65536}, {16, 4}, {75, capability() / 10}, {76, capability() % 10},
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
API cuCtxGetDevice(int* device) {
  MAY_FAIL(unknown);
  *device = device_of(current_context);
  return *device < 0 ? invalid_context : success;
}
API cuDeviceGetUuid_v2(char* uuid, int device) {
  MAY_FAIL(unknown);
  std::memset(uuid, device + 1, 16);
  return success;
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
  driver().last_text = static_cast<const char*>(image);
  if (mode("badptx")) {
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == 5)
        std::strcpy(static_cast<char*>(values[i]), "ptxas fatal: line 3: unexpected token");
    return invalid_ptx;
  }
  *module = new Module{
      static_cast<const char*>(image), std::vector<unsigned char>(4), std::vector<unsigned char>(64), {}};
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == 0)
      (*module)->registers = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(values[i]));
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
API cuFuncGetAttribute(int* value, int, Function* function) {
  MAY_FAIL(unknown);
  return *value = static_cast<int>(function->module->thread_limit()), success;
}
API cuFuncSetAttribute(Function*, int, int) {
  MAY_FAIL(unknown);
  return success;
}
