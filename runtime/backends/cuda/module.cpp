#include "module.hpp"

#include <algorithm>

#include "../../core/log.hpp"
#include "ptx_constants.hpp"

namespace hcrt::backends::cuda {
namespace {

constexpr std::size_t most_variants = 64;  // of a module's kernels: each is a module of the driver's

}  // namespace

Module::Module(const Device& device, const Image& image)
    : device_(device), image_(image), module_(load(image.data)) {}

CUmodule Module::load(const void* ptx) const {
  const Api& api = device_.api();
  device_.enter();
  CUmodule module = nullptr;
  char error_log[8192] = "", info_log[8192] = "";
  int options[] = {jit_error_log_buffer, jit_error_log_buffer_size_bytes, jit_info_log_buffer,
                   jit_info_log_buffer_size_bytes};
  // Sizes travel in the pointers' own bits.
  void* values[] = {error_log, launch_parameter(sizeof error_log), info_log,
                    launch_parameter(sizeof info_log)};
  const CUresult result = api.cuModuleLoadDataEx(&module, ptx, 4, options, values);
  error_log[sizeof error_log - 1] = info_log[sizeof info_log - 1] = '\0';
  if (*info_log) HCRT_LOG("PTX %s: %s", image_.architecture, info_log);
  if (result == CUDA_SUCCESS) {
    device_.loaded(module);
    load_functions(module);
    return module;
  }
  int version = 0;
  api.cuDriverGetVersion(&version);
  const std::string hint = result == CUDA_ERROR_UNSUPPORTED_PTX_VERSION ? "; update NVIDIA's driver" : "";
  device_.fail(result,
               text("the driver (CUDA %d.%d) refused the PTX image %s%s%s%s", version / 1000,
                    version % 1000 / 10, image_.architecture, hint.c_str(), *error_log ? ": " : "", error_log)
                   .c_str());
}

// The driver would load a function at its first launch, and that waits for the kernels that run: also for one
// that waits, in its turn, for what the new one does.
void Module::load_functions(CUmodule module) const {
  const Api& api = device_.api();
  if (!api.cuModuleGetFunctionCount || !api.cuModuleEnumerateFunctions || !api.cuFuncLoad) return;
  unsigned count = 0;
  if (api.cuModuleGetFunctionCount(&count, module) != CUDA_SUCCESS || count == 0) return;
  std::vector<CUfunction> functions(count);
  if (api.cuModuleEnumerateFunctions(functions.data(), count, module) != CUDA_SUCCESS) return;
  for (const CUfunction function : functions)
    if (const CUresult result = api.cuFuncLoad(function); result != CUDA_SUCCESS)
      HCRT_LOG("loading a function ahead: %s", api.describe(result).c_str());
}

void Module::unload(CUmodule module) const noexcept {
  device_.unloaded(module);
  device_.api().cuModuleUnload(module);  // fails only where the driver is gone already
}

Module::~Module() {
  try {
    device_.enter();
    for (const CUmodule module : variant_modules_) unload(module);
    unload(module_);
  } catch (const Error& error) {
    HCRT_LOG("unloading a module: %s", error.what());
  }
}

const backends::Function* Module::function(const Entry& entry) {
  functions_.emplace_back();
  Function& function = functions_.back();
  function.entry = entry;
  function.module = this;
  function.specialized = read_specialized(entry.specialized, entry.parameter_bytes);
  device_.enter();
  complete(function, module_);
  return &function;
}

void Module::complete(Function& function, CUmodule module) const {
  const Api& api = device_.api();
  device_.check(api.cuModuleGetFunction(&function.function, module, function.entry.symbol),
                text("looking up %s in the PTX image", function.entry.symbol).c_str());
  int limit = 0;
  device_.check(api.cuFuncGetAttribute(&limit, function_max_threads_per_block, function.function),
                "cuFuncGetAttribute");
  function.max_group_items = std::min(static_cast<std::uint32_t>(limit), device_.info().max_group_items);
}

const Function& Module::variant(const Launch& launch) {
  const auto& function = *static_cast<const Function*>(launch.function);
  return function.specialized.empty() ? function : function.module->variant(function, launch);
}

const Function& Module::variant(const Function& function, const Launch& launch) {
  const std::lock_guard<std::mutex> lock(variants_mutex_);
  const Values wanted(&function, specialized_values(function.specialized, launch.argument));
  const auto known = variants_.find(wanted);
  if (known != variants_.end()) return known->second;
  const std::string path = narrow(device_.info().path);
  const std::string values = describe_specialized(function.specialized, wanted.second);
  if (variants_.size() == most_variants) {
    HCRT_LOG("%s on %s: not compiled for the specialized values %s, which are passed: there are %zu variants",
             launch.label, path.c_str(), values.c_str(), most_variants);
    return function;
  }
  HCRT_LOG("%s on %s: compiled for the specialized values %s", launch.label, path.c_str(), values.c_str());
  const std::string_view ptx(static_cast<const char*>(image_.data), image_.bytes);
  const CUmodule module =
      load(with_constants(ptx.substr(0, ptx.find('\0')), function.specialized, wanted.second).c_str());
  try {
    variant_modules_.push_back(module);
    Function& made = variants_[wanted];
    made.entry = function.entry;
    complete(made, module);
    return made;
  } catch (...) {
    variants_.erase(wanted);
    throw;
  }
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
