// The part of the CUDA driver API that is used here, declared by ourselves so that no CUDA headers are
// needed. The second name of a function is the one that the library exports.
#ifndef HCRT_BACKENDS_CUDA_API_HPP
#define HCRT_BACKENDS_CUDA_API_HPP

#include <cstddef>
#include <cstdint>
#include <string>

namespace hcrt::backends::cuda {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;
using CUgraph = struct CUgraph_st*;
using CUgraphNode = struct CUgraphNode_st*;
using CUgraphExec = struct CUgraphExec_st*;

constexpr CUresult CUDA_SUCCESS = 0, CUDA_ERROR_OUT_OF_MEMORY = 2, CUDA_ERROR_DEINITIALIZED = 4,
                   CUDA_ERROR_ECC_UNCORRECTABLE = 214, CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
                   CUDA_ERROR_NOT_FOUND = 500, CUDA_ERROR_NOT_READY = 600, CUDA_ERROR_ILLEGAL_ADDRESS = 700,
                   CUDA_ERROR_LAUNCH_TIMEOUT = 702, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
                   CUDA_ERROR_CONTEXT_IS_DESTROYED = 709, CUDA_ERROR_ASSERT = 710,
                   CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712, CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
                   CUDA_ERROR_LAUNCH_FAILED = 719;

// CUdevice_attribute
constexpr int attribute_max_threads_per_block = 1, attribute_max_block_dim_x = 2,
              attribute_max_grid_dim_x = 5, attribute_max_shared_memory_per_block = 8,
              attribute_max_registers_per_block = 12, attribute_multiprocessor_count = 16,
              attribute_compute_capability_major = 75, attribute_compute_capability_minor = 76,
              attribute_max_shared_memory_per_block_optin = 97;
// CUfunction_attribute
constexpr int function_max_threads_per_block = 0, function_max_dynamic_shared_size_bytes = 8;
// CUjit_option
constexpr int jit_max_registers = 0, jit_info_log_buffer = 3, jit_info_log_buffer_size_bytes = 4,
              jit_error_log_buffer = 5, jit_error_log_buffer_size_bytes = 6;
constexpr unsigned stream_non_blocking = 1, event_default = 0, event_disable_timing = 2,
                   host_alloc_portable = 1, host_alloc_device_map = 2;
constexpr int pointer_memory_type = 2, pointer_device_ordinal = 9;  // CUpointer_attribute
constexpr int memory_type_host = 1, memory_type_device = 2, memory_type_unified = 4;

// Values of cuLaunchKernel's `extra` list.
inline void* launch_parameter(std::uintptr_t value) { return reinterpret_cast<void*>(value); }
constexpr std::uintptr_t launch_parameter_end = 0, launch_parameter_buffer_pointer = 1,
                         launch_parameter_buffer_size = 2;

/// CUDA_MEMCPY2D, version 2.
struct Memcpy2D {
  std::size_t source_x = 0, source_y = 0;
  int source_type = 0;
  const void* source_host = nullptr;
  CUdeviceptr source_device = 0;
  void* source_array = nullptr;
  std::size_t source_pitch = 0;
  std::size_t destination_x = 0, destination_y = 0;
  int destination_type = 0;
  void* destination_host = nullptr;
  CUdeviceptr destination_device = 0;
  void* destination_array = nullptr;
  std::size_t destination_pitch = 0;
  std::size_t width_bytes = 0, height = 0;
};

/// CUDA_MEMCPY3D, version 2.
struct Memcpy3D {
  struct Side {
    std::size_t x = 0, y = 0, z = 0, lod = 0;
    int type = 0;
    const void* host = nullptr;
    CUdeviceptr device = 0;
    void* array = nullptr;
    void* reserved = nullptr;
    std::size_t pitch = 0, height = 0;
  };
  Side source, destination;
  std::size_t width_bytes = 0, height = 0, depth = 0;
};

/// CUDA_KERNEL_NODE_PARAMS, version 2.
struct KernelNode {
  CUfunction function = nullptr;
  unsigned grid[3] = {}, block[3] = {};
  unsigned dynamic_bytes = 0;
  void** parameters = nullptr;
  void** extra = nullptr;
  void* kernel = nullptr;
  CUcontext context = nullptr;
};

// X(name, exported name, parameters)
#define HCRT_CUDA_FUNCTIONS(X)                                                                           \
  X(cuInit, "cuInit", (unsigned))                                                                        \
  X(cuDriverGetVersion, "cuDriverGetVersion", (int*))                                                    \
  X(cuGetErrorName, "cuGetErrorName", (CUresult, const char**))                                          \
  X(cuGetErrorString, "cuGetErrorString", (CUresult, const char**))                                      \
  X(cuDeviceGetCount, "cuDeviceGetCount", (int*))                                                        \
  X(cuDeviceGet, "cuDeviceGet", (CUdevice*, int))                                                        \
  X(cuDeviceGetName, "cuDeviceGetName", (char*, int, CUdevice))                                          \
  X(cuDeviceGetAttribute, "cuDeviceGetAttribute", (int*, int, CUdevice))                                 \
  X(cuDeviceTotalMem, "cuDeviceTotalMem_v2", (std::size_t*, CUdevice))                                   \
  X(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (CUcontext*, CUdevice))                        \
  X(cuCtxSetCurrent, "cuCtxSetCurrent", (CUcontext))                                                     \
  X(cuCtxGetCurrent, "cuCtxGetCurrent", (CUcontext*))                                                    \
  X(cuCtxGetStreamPriorityRange, "cuCtxGetStreamPriorityRange", (int*, int*))                            \
  X(cuModuleLoadDataEx, "cuModuleLoadDataEx", (CUmodule*, const void*, unsigned, int*, void**))          \
  X(cuModuleUnload, "cuModuleUnload", (CUmodule))                                                        \
  X(cuModuleGetFunction, "cuModuleGetFunction", (CUfunction*, CUmodule, const char*))                    \
  X(cuModuleGetGlobal, "cuModuleGetGlobal_v2", (CUdeviceptr*, std::size_t*, CUmodule, const char*))      \
  X(cuFuncGetAttribute, "cuFuncGetAttribute", (int*, int, CUfunction))                                   \
  X(cuFuncSetAttribute, "cuFuncSetAttribute", (CUfunction, int, int))                                    \
  X(cuMemAlloc, "cuMemAlloc_v2", (CUdeviceptr*, std::size_t))                                            \
  X(cuMemFree, "cuMemFree_v2", (CUdeviceptr))                                                            \
  X(cuMemHostAlloc, "cuMemHostAlloc", (void**, std::size_t, unsigned))                                   \
  X(cuMemFreeHost, "cuMemFreeHost", (void*))                                                             \
  X(cuMemHostRegister, "cuMemHostRegister_v2", (void*, std::size_t, unsigned))                           \
  X(cuMemHostUnregister, "cuMemHostUnregister", (void*))                                                 \
  X(cuMemcpyAsync, "cuMemcpyAsync", (CUdeviceptr, CUdeviceptr, std::size_t, CUstream))                   \
  X(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", (CUdeviceptr, const void*, std::size_t, CUstream))        \
  X(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", (void*, CUdeviceptr, std::size_t, CUstream))              \
  X(cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2", (CUdeviceptr, CUdeviceptr, std::size_t, CUstream))        \
  X(cuMemcpy2DAsync, "cuMemcpy2DAsync_v2", (const Memcpy2D*, CUstream))                                  \
  X(cuMemsetD8Async, "cuMemsetD8Async", (CUdeviceptr, unsigned char, std::size_t, CUstream))             \
  X(cuStreamCreateWithPriority, "cuStreamCreateWithPriority", (CUstream*, unsigned, int))                \
  X(cuStreamDestroy, "cuStreamDestroy_v2", (CUstream))                                                   \
  X(cuStreamSynchronize, "cuStreamSynchronize", (CUstream))                                              \
  X(cuStreamWaitEvent, "cuStreamWaitEvent", (CUstream, CUevent, unsigned))                               \
  X(cuEventCreate, "cuEventCreate", (CUevent*, unsigned))                                                \
  X(cuEventDestroy, "cuEventDestroy_v2", (CUevent))                                                      \
  X(cuEventRecord, "cuEventRecord", (CUevent, CUstream))                                                 \
  X(cuEventQuery, "cuEventQuery", (CUevent))                                                             \
  X(cuEventSynchronize, "cuEventSynchronize", (CUevent))                                                 \
  X(cuEventElapsedTime, "cuEventElapsedTime", (float*, CUevent, CUevent))                                \
  X(cuLaunchKernel, "cuLaunchKernel",                                                                    \
    (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void**, \
     void**))

// The same, for functions that older drivers lack: null there.
#define HCRT_CUDA_OPTIONAL_FUNCTIONS(X)                                                                   \
  X(cuModuleGetFunctionCount, "cuModuleGetFunctionCount", (unsigned*, CUmodule))                          \
  X(cuModuleEnumerateFunctions, "cuModuleEnumerateFunctions", (CUfunction*, unsigned, CUmodule))          \
  X(cuFuncLoad, "cuFuncLoad", (CUfunction))                                                               \
  X(cuPointerGetAttributes, "cuPointerGetAttributes", (unsigned, int*, void**, CUdeviceptr))              \
  X(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (CUdevice))                                \
  X(cuDeviceCanAccessPeer, "cuDeviceCanAccessPeer", (int*, CUdevice, CUdevice))                           \
  X(cuCtxEnablePeerAccess, "cuCtxEnablePeerAccess", (CUcontext, unsigned))                                \
  X(cuMemcpyPeerAsync, "cuMemcpyPeerAsync",                                                               \
    (CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, std::size_t, CUstream))                              \
  X(cuGraphCreate, "cuGraphCreate", (CUgraph*, unsigned))                                                 \
  X(cuGraphAddKernelNode, "cuGraphAddKernelNode_v2",                                                      \
    (CUgraphNode*, CUgraph, const CUgraphNode*, std::size_t, const KernelNode*))                          \
  X(cuGraphAddMemcpyNode, "cuGraphAddMemcpyNode",                                                         \
    (CUgraphNode*, CUgraph, const CUgraphNode*, std::size_t, const Memcpy3D*, CUcontext))                 \
  X(cuGraphAddEmptyNode, "cuGraphAddEmptyNode", (CUgraphNode*, CUgraph, const CUgraphNode*, std::size_t)) \
  X(cuGraphInstantiate, "cuGraphInstantiateWithFlags", (CUgraphExec*, CUgraph, unsigned long long))       \
  X(cuGraphExecKernelNodeSetParams, "cuGraphExecKernelNodeSetParams_v2",                                  \
    (CUgraphExec, CUgraphNode, const KernelNode*))                                                        \
  X(cuGraphLaunch, "cuGraphLaunch", (CUgraphExec, CUstream))                                              \
  X(cuGraphExecDestroy, "cuGraphExecDestroy", (CUgraphExec))                                              \
  X(cuGraphDestroy, "cuGraphDestroy", (CUgraph))

struct Api {
#define HCRT_CUDA_MEMBER(name, exported, parameters) CUresult(*name) parameters = nullptr;
  HCRT_CUDA_FUNCTIONS(HCRT_CUDA_MEMBER)
  HCRT_CUDA_OPTIONAL_FUNCTIONS(HCRT_CUDA_MEMBER)
#undef HCRT_CUDA_MEMBER

  /// Throws an Error for a result that is not CUDA_SUCCESS.
  void check(CUresult result, const char* what) const {
    if (result != CUDA_SUCCESS) fail(result, what);
  }
  [[noreturn]] void fail(CUresult result, const char* what) const;
  bool has_graphs() const {
    return cuGraphCreate && cuGraphAddKernelNode && cuGraphAddMemcpyNode && cuGraphAddEmptyNode &&
           cuGraphInstantiate && cuGraphExecKernelNodeSetParams && cuGraphLaunch && cuGraphExecDestroy &&
           cuGraphDestroy;
  }
  std::string describe(CUresult) const;
};

/// After such a result the device's context is of no use any more: every later call gives it again.
bool is_sticky(CUresult);

/// Opens the library named by HCPY_CUDA_LIBRARY, or libcuda.so.1. Empty: it is usable; else the reason.
std::string open_api(Api&);

}  // namespace hcrt::backends::cuda
#endif
