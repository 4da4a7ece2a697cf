// The part of OpenCL 3.0 (and of cl_intel_unified_shared_memory) that is used here, declared by ourselves so
// that no OpenCL headers are needed.
#ifndef HCRT_BACKENDS_OPENCL_API_HPP
#define HCRT_BACKENDS_OPENCL_API_HPP

#include <cstddef>
#include <cstdint>
#include <string>

namespace hcrt::backends::opencl {

using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_ulong = std::uint64_t;
using cl_bool = cl_uint;
using cl_bitfield = cl_ulong;
using cl_properties = cl_ulong;
using cl_platform_id = struct _cl_platform_id*;
using cl_device_id = struct _cl_device_id*;
using cl_context = struct _cl_context*;
using cl_command_queue = struct _cl_command_queue*;
using cl_program = struct _cl_program*;
using cl_kernel = struct _cl_kernel*;
using cl_event = struct _cl_event*;
using cl_mem = struct _cl_mem*;
using cl_command_buffer_khr = struct _cl_command_buffer_khr*;

constexpr cl_int CL_SUCCESS = 0, CL_MEM_OBJECT_ALLOCATION_FAILURE = -4, CL_OUT_OF_RESOURCES = -5,
                 CL_OUT_OF_HOST_MEMORY = -6, CL_DEVICE_NOT_AVAILABLE = -2;
constexpr cl_bool CL_FALSE = 0, CL_TRUE = 1;
constexpr cl_bitfield CL_DEVICE_TYPE_CPU = 1 << 1, CL_DEVICE_TYPE_GPU = 1 << 2,
                      CL_DEVICE_TYPE_ALL = 0xFFFFFFFF;
constexpr cl_uint CL_DEVICE_TYPE = 0x1000, CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
                  CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004, CL_DEVICE_MAX_WORK_ITEM_SIZES = 0x1005,
                  CL_DEVICE_GLOBAL_MEM_SIZE = 0x101F, CL_DEVICE_LOCAL_MEM_SIZE = 0x1023,
                  CL_DEVICE_NAME = 0x102B, CL_DEVICE_VENDOR = 0x102C, CL_DEVICE_VERSION = 0x102F,
                  CL_DEVICE_EXTENSIONS = 0x1030, CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032,
                  CL_DEVICE_SVM_CAPABILITIES = 0x1053, CL_DEVICE_IL_VERSION = 0x105B,
                  CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT = 0x1065,
                  CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT = 0x1069;
constexpr cl_bitfield CL_DEVICE_SVM_COARSE_GRAIN_BUFFER = 1, CL_DEVICE_SVM_FINE_GRAIN_BUFFER = 2,
                      CL_DEVICE_SVM_FINE_GRAIN_SYSTEM = 4;
constexpr cl_properties CL_QUEUE_PROPERTIES = 0x1093, CL_QUEUE_PROFILING_ENABLE = 2;
constexpr cl_uint CL_PROGRAM_BUILD_LOG = 0x1183, CL_KERNEL_NUM_ARGS = 0x1191,
                  CL_KERNEL_WORK_GROUP_SIZE = 0x11B0;
constexpr cl_uint CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11D3;
constexpr cl_int CL_COMPLETE = 0;
constexpr cl_properties CL_COMMAND_BUFFER_FLAGS_KHR = 0x1293, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR = 1;
constexpr cl_uint CL_PROFILING_COMMAND_START = 0x1282, CL_PROFILING_COMMAND_END = 0x1283;
constexpr cl_uint CL_KERNEL_EXEC_INFO_SVM_PTRS = 0x11B6, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM = 0x11B7,
                  CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL = 0x4200,
                  CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL = 0x4201,
                  CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL = 0x4202;
constexpr cl_bitfield CL_MEM_READ_WRITE = 1, CL_MEM_READ_ONLY = 1 << 2, CL_MEM_COPY_HOST_PTR = 1 << 5,
                      CL_MEM_SVM_FINE_GRAIN_BUFFER = 1 << 10;

// X(result, name, parameters): functions that every OpenCL 2.1 library has.
#define HCRT_OPENCL_FUNCTIONS(X)                                                                            \
  X(cl_int, clGetPlatformIDs, (cl_uint, cl_platform_id*, cl_uint*))                                         \
  X(cl_int, clGetDeviceIDs, (cl_platform_id, cl_bitfield, cl_uint, cl_device_id*, cl_uint*))                \
  X(cl_int, clGetDeviceInfo, (cl_device_id, cl_uint, std::size_t, void*, std::size_t*))                     \
  X(cl_context, clCreateContext,                                                                            \
    (const std::intptr_t*, cl_uint, const cl_device_id*,                                                    \
     void (*)(const char*, const void*, std::size_t, void*), void*, cl_int*))                               \
  X(cl_int, clReleaseContext, (cl_context))                                                                 \
  X(cl_command_queue, clCreateCommandQueueWithProperties,                                                   \
    (cl_context, cl_device_id, const cl_properties*, cl_int*))                                              \
  X(cl_int, clReleaseCommandQueue, (cl_command_queue))                                                      \
  X(cl_program, clCreateProgramWithIL, (cl_context, const void*, std::size_t, cl_int*))                     \
  X(cl_int, clBuildProgram,                                                                                 \
    (cl_program, cl_uint, const cl_device_id*, const char*, void (*)(cl_program, void*), void*))            \
  X(cl_int, clGetProgramBuildInfo, (cl_program, cl_device_id, cl_uint, std::size_t, void*, std::size_t*))   \
  X(cl_int, clReleaseProgram, (cl_program))                                                                 \
  X(cl_kernel, clCreateKernel, (cl_program, const char*, cl_int*))                                          \
  X(cl_int, clReleaseKernel, (cl_kernel))                                                                   \
  X(cl_int, clGetKernelWorkGroupInfo, (cl_kernel, cl_device_id, cl_uint, std::size_t, void*, std::size_t*)) \
  X(cl_int, clGetKernelInfo, (cl_kernel, cl_uint, std::size_t, void*, std::size_t*))                        \
  X(cl_int, clSetKernelArg, (cl_kernel, cl_uint, std::size_t, const void*))                                 \
  X(cl_int, clSetKernelExecInfo, (cl_kernel, cl_uint, std::size_t, const void*))                            \
  X(cl_int, clEnqueueNDRangeKernel,                                                                         \
    (cl_command_queue, cl_kernel, cl_uint, const std::size_t*, const std::size_t*, const std::size_t*,      \
     cl_uint, const cl_event*, cl_event*))                                                                  \
  X(cl_int, clEnqueueMarkerWithWaitList, (cl_command_queue, cl_uint, const cl_event*, cl_event*))           \
  X(cl_int, clEnqueueSVMMemcpy,                                                                             \
    (cl_command_queue, cl_bool, void*, const void*, std::size_t, cl_uint, const cl_event*, cl_event*))      \
  X(cl_int, clEnqueueSVMMemFill,                                                                            \
    (cl_command_queue, void*, const void*, std::size_t, std::size_t, cl_uint, const cl_event*, cl_event*))  \
  X(void*, clSVMAlloc, (cl_context, cl_bitfield, std::size_t, cl_uint))                                     \
  X(void, clSVMFree, (cl_context, void*))                                                                   \
  X(cl_mem, clCreateBuffer, (cl_context, cl_bitfield, std::size_t, void*, cl_int*))                         \
  X(cl_int, clReleaseMemObject, (cl_mem))                                                                   \
  X(cl_int, clFlush, (cl_command_queue))                                                                    \
  X(cl_int, clFinish, (cl_command_queue))                                                                   \
  X(cl_int, clWaitForEvents, (cl_uint, const cl_event*))                                                    \
  X(cl_int, clGetEventInfo, (cl_event, cl_uint, std::size_t, void*, std::size_t*))                          \
  X(cl_int, clGetEventProfilingInfo, (cl_event, cl_uint, std::size_t, void*, std::size_t*))                 \
  X(cl_int, clGetDeviceAndHostTimer, (cl_device_id, cl_ulong*, cl_ulong*))                                  \
  X(cl_event, clCreateUserEvent, (cl_context, cl_int*))                                                     \
  X(cl_int, clSetUserEventStatus, (cl_event, cl_int))                                                       \
  X(cl_int, clReleaseEvent, (cl_event))                                                                     \
  X(void*, clGetExtensionFunctionAddressForPlatform, (cl_platform_id, const char*))

struct Api {
#define HCRT_OPENCL_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  HCRT_OPENCL_FUNCTIONS(HCRT_OPENCL_MEMBER)
#undef HCRT_OPENCL_MEMBER
};

/// Functions of extensions, looked up for one platform; null where it lacks them.
struct Extensions {
  void* (*clHostMemAllocINTEL)(cl_context, const cl_properties*, std::size_t, cl_uint, cl_int*) = nullptr;
  void* (*clDeviceMemAllocINTEL)(cl_context, cl_device_id, const cl_properties*, std::size_t, cl_uint,
                                 cl_int*) = nullptr;
  cl_int (*clMemBlockingFreeINTEL)(cl_context, void*) = nullptr;
  cl_int (*clEnqueueMemcpyINTEL)(cl_command_queue, cl_bool, void*, const void*, std::size_t, cl_uint,
                                 const cl_event*, cl_event*) = nullptr;
  cl_int (*clEnqueueMemFillINTEL)(cl_command_queue, void*, const void*, std::size_t, std::size_t, cl_uint,
                                  const cl_event*, cl_event*) = nullptr;
  cl_command_buffer_khr (*clCreateCommandBufferKHR)(cl_uint, const cl_command_queue*, const cl_properties*,
                                                    cl_int*) = nullptr;
  cl_int (*clCommandNDRangeKernelKHR)(cl_command_buffer_khr, cl_command_queue, const cl_properties*,
                                      cl_kernel, cl_uint, const std::size_t*, const std::size_t*,
                                      const std::size_t*, cl_uint, const cl_uint*, cl_uint*,
                                      void**) = nullptr;
  cl_int (*clFinalizeCommandBufferKHR)(cl_command_buffer_khr) = nullptr;
  cl_int (*clEnqueueCommandBufferKHR)(cl_uint, cl_command_queue*, cl_command_buffer_khr, cl_uint,
                                      const cl_event*, cl_event*) = nullptr;
  cl_int (*clReleaseCommandBufferKHR)(cl_command_buffer_khr) = nullptr;
};

/// Where the system has no loader: another one. Before open_api().
void spare_library(const std::string& path);
/// Opens the library named by HCPY_OPENCL_LIBRARY, or the system's. Empty: it is usable; else the reason.
std::string open_api(Api&);

/// Throws an Error for a status that is not CL_SUCCESS.
void check(cl_int status, const char* what);
[[noreturn]] void fail(cl_int status, const char* what);

}  // namespace hcrt::backends::opencl
#endif
