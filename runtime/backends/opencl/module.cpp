#include "module.hpp"

#include <algorithm>

#include "../../core/log.hpp"
#include "../spirv_words.hpp"
#include "generic_pointers.hpp"
#include "held_values.hpp"
#include "lone_lanes.hpp"
#include "loop_bounds.hpp"
#include "spirv_check.hpp"
#include "spirv_constants.hpp"

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
  const std::string fault = spirv_fault(image.data, image.bytes);
  if (!fault.empty()) throw Error(Errc::runtime, "the SPIR-V module is damaged: " + fault);
  words_ = spirv::words_of(image.data, image.bytes);
  if (!device.loses_values_over_barriers()) release_held_values(words_);
  if (!device.breaks_counted_loops()) show_loop_bounds(words_);
  if (!device.has_waves()) words_ = make_lone_lanes(words_);
  if (!device.has_generic_pointers()) refused_ = kernels_with_generic_pointers(words_);
  program_ = build(words_);
  if (image.variable_bytes)
    variables_ = device.allocate(image.variable_bytes, variable_alignment, MemoryKind::device);
  if (!has_constants(words_)) words_ = {};  // there will be no variants
}

cl_program Module::build(const spirv::Words& words) const {
  const Api& api = device_.api();
  cl_int status;
  const cl_program program =
      api.clCreateProgramWithIL(device_.context(), words.data(), words.size() * sizeof words[0], &status);
  if (!program) fail(status, "the device refused the SPIR-V module");
  status = api.clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  if (status == CL_SUCCESS) return program;
  const std::string log = build_log(device_, program);
  api.clReleaseProgram(program);
  throw Error(Errc::runtime, text("building SPIR-V for %s failed (%d): %s",
                                  narrow(device_.info().path).c_str(), status, log.c_str()));
}

Module::~Module() {
  const Api& api = device_.api();
  for (const auto& [values, function] : variants_) {
    if (function.kernel) api.clReleaseKernel(function.kernel);
    api.clReleaseProgram(function.program);
  }
  for (const Function& function : functions_)
    if (function.kernel) api.clReleaseKernel(function.kernel);
  api.clReleaseProgram(program_);
  if (variables_) device_.deallocate(variables_, MemoryKind::device);
}

const backends::Function* Module::function(const Entry& entry) {
  if (refused_.count(entry.symbol))
    throw Error(Errc::unsupported_feature,
                "the kernel has pointers that may be to global or to other memory; " +
                    narrow(device_.info().path) + " has no generic address space");
  functions_.emplace_back();
  Function& function = functions_.back();
  function.entry = entry;
  function.specialized = read_specialized(entry.specialized, entry.parameter_bytes);
  complete(function, program_);
  return &function;
}

// What its program says of a function.
void Module::complete(Function& function, cl_program program) {
  const Api& api = device_.api();
  cl_int status;
  const cl_kernel kernel = api.clCreateKernel(program, function.entry.symbol, &status);
  if (!kernel) fail(status, text("the SPIR-V image has no kernel %s", function.entry.symbol).c_str());
  function.module = this;
  function.kernel = kernel;
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
}

const Function& Module::variant(const Function& function, const Launch& launch) {
  if (function.specialized.empty()) return function;
  const std::lock_guard<std::mutex> lock(variants_mutex_);
  const Values wanted(&function, specialized_values(function.specialized, launch.argument));
  const auto known = variants_.find(wanted);
  if (known != variants_.end()) return known->second;
  HCRT_LOG("%s on %s: compiled for the specialized values %s", launch.label,
           narrow(device_.info().path).c_str(),
           describe_specialized(function.specialized, wanted.second).c_str());
  const cl_program program = build(with_constants(words_, function.specialized, wanted.second));
  Function& made = variants_[wanted];
  made.program = program;
  made.entry = function.entry;
  try {
    complete(made, program);
  } catch (const Error&) {
    device_.api().clReleaseProgram(program);
    if (made.kernel) device_.api().clReleaseKernel(made.kernel);
    variants_.erase(wanted);
    throw;
  }
  return made;
}

void* Module::global(const Global& variable) {
  return variable.place ? static_cast<char*>(variables_) + (variable.place - 1) : nullptr;
}

}  // namespace hcrt::backends::opencl
