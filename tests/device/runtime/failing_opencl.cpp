// An OpenCL library that the tests load by HCPY_OPENCL_LIBRARY: the system's, but the first kernel fails once
// it is complete, as if the device had run out of resources. x86-64 only.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

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

constexpr cl_uint execution_status = 0x11D3;
constexpr cl_int out_of_resources = -5;

using Enqueue = cl_int (*)(cl_command_queue, cl_kernel, cl_uint, const std::size_t*, const std::size_t*,
                           const std::size_t*, cl_uint, const cl_event*, cl_event*);
using GetInfo = cl_int (*)(cl_event, cl_uint, std::size_t, void*, std::size_t*);
Enqueue enqueue_kernel;
GetInfo get_info;
cl_event failing = nullptr;

cl_int enqueue(cl_command_queue queue, cl_kernel kernel, cl_uint rank, const std::size_t* offset,
               const std::size_t* global, const std::size_t* local, cl_uint count, const cl_event* events,
               cl_event* event) {
  const cl_int status = enqueue_kernel(queue, kernel, rank, offset, global, local, count, events, event);
  if (!failing && event) failing = *event;
  return status;
}

cl_int info(cl_event event, cl_uint what, std::size_t bytes, void* value, std::size_t* size) {
  const cl_int status = get_info(event, what, bytes, value, size);
  if (event == failing && what == execution_status && *static_cast<cl_int*>(value) == 0)
    *static_cast<cl_int*>(value) = out_of_resources;
  return status;
}

__attribute__((constructor)) void load() {
  void* const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(result, function, parameters) real_##function = dlsym(library, #function);
  HCRT_OPENCL_FUNCTIONS(FIND)
  enqueue_kernel = reinterpret_cast<Enqueue>(real_clEnqueueNDRangeKernel);
  get_info = reinterpret_cast<GetInfo>(real_clGetEventInfo);
  real_clEnqueueNDRangeKernel = reinterpret_cast<void*>(enqueue);
  real_clGetEventInfo = reinterpret_cast<void*>(info);
}

}  // namespace
