#include "module.hpp"

#include <algorithm>

#include "../../core/log.hpp"
#include "../spirv_words.hpp"
#include "held_values.hpp"
#include "lone_lanes.hpp"
#include "spirv_check.hpp"

namespace hcrt::backends::opencl {
namespace {

constexpr std::size_t variable_alignment = 128;  // no type has a greater one in OpenCL

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

void set_launch(const Api& api, const Function& function, hcrt_opencl_launch launch) {
  launch.variables = reinterpret_cast<std::uintptr_t>(function.variables);
  check(api.clSetKernelArg(function.kernel, function.first_free_argument(), sizeof launch, &launch),
        "clSetKernelArg for the launch");
}

Module::Module(Device& device, const Image& image) : device_(device) {
  const Api& api = device.api();
  cl_int status;
  const std::string fault = spirv_fault(image.data, image.bytes);
  if (!fault.empty()) throw Error(Errc::runtime, "the SPIR-V module is damaged: " + fault);
  spirv::Words words;
  if (!device.loses_values_over_barriers()) words = release_held_values(image.data, image.bytes);
  if (!device.has_waves())
    words = make_lone_lanes(words.empty() ? spirv::words_of(image.data, image.bytes) : words);
  const void* const code = words.empty() ? image.data : words.data();
  const std::size_t bytes = words.empty() ? image.bytes : words.size() * sizeof words[0];
  program_ = api.clCreateProgramWithIL(device.context(), code, bytes, &status);
  if (!program_) fail(status, "the device refused the SPIR-V module");
  status = api.clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr);
  if (status == CL_SUCCESS) {
    if (image.variable_bytes)
      variables_ = device.allocate(image.variable_bytes, variable_alignment, MemoryKind::device);
    return;
  }
  const std::string log = build_log(device, program_);
  api.clReleaseProgram(program_);
  throw Error(Errc::runtime, text("building SPIR-V for %s failed (%d): %s",
                                  narrow(device.info().path).c_str(), status, log.c_str()));
}

Module::~Module() {
  for (const Function& function : functions_)
    if (function.kernel) device_.api().clReleaseKernel(function.kernel);
  device_.api().clReleaseProgram(program_);
  if (variables_) device_.deallocate(variables_, MemoryKind::device);
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
  cl_uint arguments = 0;
  check(api.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, nullptr),
        "clGetKernelInfo");
  function.variables = variables_;
  function.asks_for_launch = arguments > function.first_free_argument();
  if (function.asks_for_launch) set_launch(api, function, {});
  return &function;
}

void* Module::global(const Global& variable) {
  return variable.place ? static_cast<char*>(variables_) + (variable.place - 1) : nullptr;
}

}  // namespace hcrt::backends::opencl
