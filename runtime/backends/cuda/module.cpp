#include "module.hpp"

#include <algorithm>

#include "../../core/log.hpp"

namespace hcrt::backends::cuda {

Module::Module(const Device& device, const Image& image) : device_(device) {
  const Api& api = device.api();
  device.enter();
  char error_log[8192] = "", info_log[8192] = "";
  int options[] = {jit_error_log_buffer, jit_error_log_buffer_size_bytes, jit_info_log_buffer,
                   jit_info_log_buffer_size_bytes};
  // Sizes travel in the pointers' own bits.
  void* values[] = {error_log, launch_parameter(sizeof error_log), info_log,
                    launch_parameter(sizeof info_log)};
  const CUresult result = api.cuModuleLoadDataEx(&module_, image.data, 4, options, values);
  error_log[sizeof error_log - 1] = info_log[sizeof info_log - 1] = '\0';
  if (*info_log) HCRT_LOG("PTX %s: %s", image.architecture, info_log);
  if (result == CUDA_SUCCESS) {
    device.loaded(module_);
    load_functions();
    return;
  }
  int version = 0;
  api.cuDriverGetVersion(&version);
  const std::string hint = result == CUDA_ERROR_UNSUPPORTED_PTX_VERSION ? "; update NVIDIA's driver" : "";
  device_.fail(result,
               text("the driver (CUDA %d.%d) refused the PTX image %s%s%s%s", version / 1000,
                    version % 1000 / 10, image.architecture, hint.c_str(), *error_log ? ": " : "", error_log)
                   .c_str());
}

// The driver would load a function at its first launch, and that waits for the kernels that run: also for one
// that waits, in its turn, for what the new one does.
void Module::load_functions() const {
  const Api& api = device_.api();
  if (!api.cuModuleGetFunctionCount || !api.cuModuleEnumerateFunctions || !api.cuFuncLoad) return;
  unsigned count = 0;
  if (api.cuModuleGetFunctionCount(&count, module_) != CUDA_SUCCESS || count == 0) return;
  std::vector<CUfunction> functions(count);
  if (api.cuModuleEnumerateFunctions(functions.data(), count, module_) != CUDA_SUCCESS) return;
  for (const CUfunction function : functions)
    if (const CUresult result = api.cuFuncLoad(function); result != CUDA_SUCCESS)
      HCRT_LOG("loading a function ahead: %s", api.describe(result).c_str());
}

Module::~Module() {
  try {
    device_.enter();
    device_.unloaded(module_);
    device_.api().cuModuleUnload(module_);  // fails only where the driver is gone already
  } catch (const Error& error) {
    HCRT_LOG("unloading a module: %s", error.what());
  }
}

const backends::Function* Module::function(const Entry& entry) {
  const Api& api = device_.api();
  device_.enter();
  functions_.emplace_back();
  Function& function = functions_.back();
  function.entry = entry;
  device_.check(api.cuModuleGetFunction(&function.function, module_, entry.symbol),
                text("looking up %s in the PTX image", entry.symbol).c_str());
  int limit = 0;
  device_.check(api.cuFuncGetAttribute(&limit, function_max_threads_per_block, function.function),
                "cuFuncGetAttribute");
  function.max_group_items = std::min(static_cast<std::uint32_t>(limit), device_.info().max_group_items);
  return &function;
}

void* Module::global(const Global& variable) {
  const char* const symbol = variable.symbol;
  const Api& api = device_.api();
  device_.enter();
  CUdeviceptr address = 0;
  std::size_t size = 0;
  const CUresult result = api.cuModuleGetGlobal(&address, &size, module_, symbol);
  if (result == CUDA_ERROR_NOT_FOUND) return nullptr;
  device_.check(result, text("looking up the global variable %s in the PTX image", symbol).c_str());
  if (size < variable.bytes)
    throw Error(Errc::runtime, text("the global variable %s has %zu bytes on the host, %zu on the GPU",
                                    symbol, variable.bytes, size));
  return reinterpret_cast<void*>(address);
}

}  // namespace hcrt::backends::cuda
