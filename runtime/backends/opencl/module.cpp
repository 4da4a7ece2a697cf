#include "module.hpp"

#include <algorithm>

#include "../../core/log.hpp"
#include "held_values.hpp"
#include "spirv_check.hpp"

namespace hcrt::backends::opencl {
namespace {

std::string build_log(const Device& device, cl_program program) {
  std::size_t size = 0;
  device.api().clGetProgramBuildInfo(program, device.id(), CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  if (size)
    device.api().clGetProgramBuildInfo(program, device.id(), CL_PROGRAM_BUILD_LOG, size, &log[0], nullptr);
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
  return log.empty() ? "the driver gives no reason" : log;
}

}  // namespace

Module::Module(Device& device, const Image& image) : device_(device) {
  const Api& api = device.api();
  cl_int status;
  const std::string fault = spirv_fault(image.data, image.bytes);
  if (!fault.empty()) throw Error(Errc::runtime, "the SPIR-V module is damaged: " + fault);
  std::vector<std::uint32_t> words;
  if (!device.loses_values_over_barriers()) words = release_held_values(image.data, image.bytes);
  const void* const code = words.empty() ? image.data : words.data();
  program_ = api.clCreateProgramWithIL(device.context(), code, image.bytes, &status);
  if (!program_) fail(status, "the device refused the SPIR-V module");
  status = api.clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr);
  if (status == CL_SUCCESS) return;
  const std::string log = build_log(device, program_);
  api.clReleaseProgram(program_);
  throw Error(Errc::runtime, text("building SPIR-V for %s failed (%d): %s",
                                  narrow(device.info().path).c_str(), status, log.c_str()));
}

Module::~Module() {
  for (const Function& function : functions_)
    if (function.kernel) device_.api().clReleaseKernel(function.kernel);
  device_.api().clReleaseProgram(program_);
}

const backends::Function* Module::function(const Entry& entry) {
  const Api& api = device_.api();
  cl_int status;
  const cl_kernel kernel = api.clCreateKernel(program_, entry.symbol, &status);
  if (!kernel) fail(status, text("the SPIR-V image has no kernel %s", entry.symbol).c_str());
  functions_.emplace_back();
  Function& function = functions_.back();
  function.kernel = kernel;
  function.entry = entry;
  std::size_t limit = device_.info().max_group_items;
  api.clGetKernelWorkGroupInfo(kernel, device_.id(), CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit,
                               nullptr);
  function.max_group_items = std::min(static_cast<std::uint32_t>(limit), device_.info().max_group_items);
  device_.declare_memory(kernel);
  return &function;
}

void* Module::global(const char* symbol, std::size_t bytes) {
  std::size_t size = 0;
  void* address = nullptr;
  const auto find = device_.extensions().clGetDeviceGlobalVariablePointerINTEL;
  if (find && find(device_.id(), program_, symbol, &size, &address) != CL_SUCCESS) {
    HCRT_LOG("%s: the kernels have no variable %s: the driver's compiler needed none",
             narrow(device_.info().path).c_str(), symbol);
    return nullptr;
  }
  if (!find || size < bytes)
    throw Error(
        Errc::unsupported_feature,
        text("%s can't reach the global variable %s of the kernels; pass its value in the function object",
             narrow(device_.info().path).c_str(), symbol));
  return address;
}

}  // namespace hcrt::backends::opencl
