#include "module.hpp"

#include <algorithm>

#include "../../core/log.hpp"
#include "ptx_constants.hpp"

namespace hcrt::backends::cuda {
namespace {

constexpr std::size_t most_variants = 64;  // of a module's kernels: each is a module of the driver's

std::uint64_t group_items(const LaunchShape& shape) {
  std::uint64_t items = 1;
  for (int d = 0; d < 3; ++d) items *= std::max<std::uint64_t>(shape.group[d], 1);
  return items;
}

}  // namespace

Module::Module(const Device& device, const Image& image)
    : device_(device), image_(image), module_(load(image.data)) {}

// registers: at most so many for a thread; 0: as many as the driver finds best.
CUmodule Module::load(const void* ptx, std::uint32_t registers) const {
  const Api& api = device_.api();
  device_.enter();
  CUmodule module = nullptr;
  char error_log[8192] = "", info_log[8192] = "";
  int options[] = {jit_error_log_buffer, jit_error_log_buffer_size_bytes, jit_info_log_buffer,
                   jit_info_log_buffer_size_bytes, jit_max_registers};
  // Sizes travel in the pointers' own bits.
  void* values[] = {error_log, launch_parameter(sizeof error_log), info_log,
                    launch_parameter(sizeof info_log), launch_parameter(registers)};
  const CUresult result = api.cuModuleLoadDataEx(&module, ptx, registers ? 5 : 4, options, values);
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
  function.block_limit = std::min(static_cast<std::uint32_t>(limit), device_.info().max_group_items);
  // A module with fewer registers has its own instances of globals.
  function.max_group_items = image_.has_globals ? function.block_limit : device_.info().max_group_items;
}

const Function& Module::variant(const Launch& launch) {
  const auto& function = *static_cast<const Function*>(launch.function);
  Module& module = *function.module;
  const Function& best = function.specialized.empty() ? function : module.variant(function, launch, 0);
  const std::uint64_t items = group_items(*launch.shape);
  if (items <= best.block_limit) return best;
  const Function& small = module.variant(function, launch, module.registers_for(items));
  if (items <= small.block_limit) return small;
  throw Error(Errc::invalid_compute_domain,
              text("The number of work items (%llu) per work group exceeds the limit (%u) of kernel %s",
                   static_cast<unsigned long long>(items), small.block_limit, launch.label));
}

// The driver gives registers to warps in pieces of 256, and to four warps at a time.
std::uint32_t Module::registers_for(std::uint64_t items) const {
  constexpr std::uint32_t of_four_warps = 128, piece = 8;
  const auto threads =
      static_cast<std::uint32_t>((items + of_four_warps - 1) / of_four_warps * of_four_warps);
  return device_.max_registers() / threads / piece * piece;
}

const Function& Module::variant(const Function& function, const Launch& launch, std::uint32_t registers) {
  const std::lock_guard<std::mutex> lock(variants_mutex_);
  Values wanted(&function, specialized_values(function.specialized, launch.argument));
  wanted.second.push_back(registers);
  const auto known = variants_.find(wanted);
  if (known != variants_.end()) return known->second;
  const std::string path = narrow(device_.info().path);
  const std::string values = describe_specialized(function.specialized, wanted.second);
  if (variants_.size() == most_variants) {
    HCRT_LOG("%s on %s: not compiled for the specialized values %s, which are passed: there are %zu variants",
             launch.label, path.c_str(), values.c_str(), most_variants);
    return function;
  }
  if (!values.empty())
    HCRT_LOG("%s on %s: compiled for the specialized values %s", launch.label, path.c_str(), values.c_str());
  if (registers)
    HCRT_LOG("%s on %s: compiled for %u registers: its groups do not fit with more", launch.label,
             path.c_str(), registers);
  const std::string_view ptx(static_cast<const char*>(image_.data), image_.bytes);
  const CUmodule module = load(
      with_constants(ptx.substr(0, ptx.find('\0')), function.specialized, wanted.second).c_str(), registers);
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
