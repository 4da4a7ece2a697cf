// An OpenCL library that tests load by HCPY_OPENCL_LIBRARY: the system's, without what OpenCL 3.0 makes
// optional. Its devices have no groups that are smaller at an edge and no sub-groups. x86-64 only.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../../../runtime/backends/opencl/api.hpp"

using namespace hcrt::backends::opencl;

// clX jumps to where real_clX points.
#define DECLARE(result, function, parameters) \
  __attribute__((visibility("hidden"))) void* real_##function = nullptr;
extern "C" {
HCRT_OPENCL_FUNCTIONS(DECLARE)
}
#define JUMP(result, function, parameters)                                                   \
  asm(".pushsection .text\n.globl " #function "\n.type " #function ", @function\n" #function \
      ": jmp *real_" #function "(%rip)\n.size " #function ", . - " #function "\n.popsection\n");
HCRT_OPENCL_FUNCTIONS(JUMP)

namespace {

constexpr cl_int invalid_work_group_size = -54, invalid_value = -30;
constexpr std::uint32_t op_capability = 17, first_wave_capability = 61, last_wave_capability = 68;

using Enqueue = cl_int (*)(cl_command_queue, cl_kernel, cl_uint, const std::size_t*, const std::size_t*,
                           const std::size_t*, cl_uint, const cl_event*, cl_event*);
using GetInfo = cl_int (*)(cl_device_id, cl_uint, std::size_t, void*, std::size_t*);
using CreateProgram = cl_program (*)(cl_context, const void*, std::size_t, cl_int*);
Enqueue enqueue_kernel;
GetInfo get_info;
CreateProgram create_program;

cl_int enqueue(cl_command_queue queue, cl_kernel kernel, cl_uint rank, const std::size_t* offset,
               const std::size_t* global, const std::size_t* local, cl_uint count, const cl_event* events,
               cl_event* event) {
  for (cl_uint d = 0; local && d < rank; ++d)
    if (global[d] % local[d] != 0) return invalid_work_group_size;
  return enqueue_kernel(queue, kernel, rank, offset, global, local, count, events, event);
}

cl_int info(cl_device_id device, cl_uint what, std::size_t bytes, void* value, std::size_t* size) {
  const cl_int status = get_info(device, what, bytes, value, size);
  if (!value || status != CL_SUCCESS) return status;
  if (what == CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT) *static_cast<cl_bool*>(value) = CL_FALSE;
  if (what != CL_DEVICE_EXTENSIONS) return status;
  for (char* at = static_cast<char*>(value); (at = std::strstr(at, "cl_khr_subgroup")) != nullptr;) *at = 'x';
  return status;
}

cl_program create(cl_context context, const void* code, std::size_t bytes, cl_int* status) {
  const auto* const words = static_cast<const std::uint32_t*>(code);
  for (std::size_t at = 5; at < bytes / 4 && words[at] >> 16; at += words[at] >> 16) {
    const bool is_wave = words[at + 1] >= first_wave_capability && words[at + 1] <= last_wave_capability;
    if ((words[at] & 0xFFFF) != op_capability || !is_wave) continue;
    *status = invalid_value;
    return nullptr;
  }
  return create_program(context, code, bytes, status);
}

__attribute__((constructor)) void load() {
  void* const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(result, function, parameters) real_##function = dlsym(library, #function);
  HCRT_OPENCL_FUNCTIONS(FIND)
  enqueue_kernel = reinterpret_cast<Enqueue>(real_clEnqueueNDRangeKernel);
  get_info = reinterpret_cast<GetInfo>(real_clGetDeviceInfo);
  create_program = reinterpret_cast<CreateProgram>(real_clCreateProgramWithIL);
  real_clEnqueueNDRangeKernel = reinterpret_cast<void*>(enqueue);
  real_clGetDeviceInfo = reinterpret_cast<void*>(info);
  real_clCreateProgramWithIL = reinterpret_cast<void*>(create);
}

}  // namespace
