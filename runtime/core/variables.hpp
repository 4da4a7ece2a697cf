// Made by contracts/make.py from hcpy/core/config.py: change that.
//
// The environment variables that libhcrt reads: nothing else in it calls getenv.
// clang-format off
#pragma once

#include "variable.hpp"

namespace hcrt::variables {

// 1: print the commands, as -v does; programs: what libhcrt chooses
inline constexpr Variable verbose{"HCPY_VERBOSE", ""};

// the cache's folder; default: ~/.cache/hcpy
inline constexpr Variable cache_dir{"HCPY_CACHE_DIR", ""};

// 1: compile everything anew
inline constexpr Variable no_cache{"HCPY_NO_CACHE", ""};

// default accelerator: host, opencl[:n], cuda[:n], vulkan[:n]
inline constexpr Variable default_accelerator{"HCPY_DEFAULT_ACCELERATOR", ""};

// threads of the host accelerator; 0: one a processor
inline constexpr Variable host_threads{"HCPY_HOST_THREADS", ""};

// x86-64[-v2|-v3]: take the CPU for one of that level
inline constexpr Variable host_arch{"HCPY_HOST_ARCH", ""};

// the CUDA driver
inline constexpr Variable cuda_library{"HCPY_CUDA_LIBRARY", "libcuda.so.1"};

// the OpenCL loader
inline constexpr Variable opencl_library{"HCPY_OPENCL_LIBRARY", "libOpenCL.so.1"};

// system, usm or svm: the memory model to prefer
inline constexpr Variable opencl_memory{"HCPY_OPENCL_MEMORY", ""};

// the Vulkan loader
inline constexpr Variable vulkan_library{"HCPY_VULKAN_LIBRARY", "libvulkan.so.1"};

// device or host: the memory of Vulkan's buffers
inline constexpr Variable vulkan_memory{"HCPY_VULKAN_MEMORY", ""};

// own or device: division and square root are rounded by our code, or left to the device
inline constexpr Variable vulkan_division{"HCPY_VULKAN_DIVISION", ""};

// 1: exact times of CUDA commands
inline constexpr Variable event_timing{"HCPY_EVENT_TIMING", ""};

// 1 or 0: task graphs as cl_khr_command_buffer; unset: on GPUs only
inline constexpr Variable opencl_command_buffers{"HCPY_OPENCL_COMMAND_BUFFERS", ""};

// file for a trace of calls, copies and kernels
inline constexpr Variable trace{"HCPY_TRACE", ""};

// 0: a kernel's wild access or trap on the host accelerator ends the process, for a debugger
inline constexpr Variable host_signals{"HCPY_HOST_SIGNALS", ""};

// 1: CUDA memory and modules are freed at exit
inline constexpr Variable release_at_exit{"HCPY_RELEASE_AT_EXIT", ""};

// 0: hc_mpi.hpp does without NCCL between GPUs of one host
inline constexpr Variable nccl{"HCPY_NCCL", ""};

// how many null devices to list
inline constexpr Variable null_device{"HCPY_NULL_DEVICE", ""};

// the cache is in its .cache/hcpy
inline constexpr Variable home{"HOME", ""};

// the cache is in its hcpy
inline constexpr Variable xdg_cache_home{"XDG_CACHE_HOME", ""};

// number of the GPU that is the default accelerator
inline constexpr Variable hcc_default_gpu{"HCC_DEFAULT_GPU", ""};

// 0: kernels print nothing
inline constexpr Variable hcc_enable_printf{"HCC_ENABLE_PRINTF", ""};

// 1: wait before each kernel; 2: after it
inline constexpr Variable hcc_serialize_kernel{"HCC_SERIALIZE_KERNEL", ""};

// 1: wait before each copy; 2: after it
inline constexpr Variable hcc_serialize_copy{"HCC_SERIALIZE_COPY", ""};

// 1: print the values of the variables HCC_*
inline constexpr Variable hcc_print_env{"HCC_PRINT_ENV", ""};

// set by profilers: CUDA memory and modules are freed at exit
inline constexpr Variable cuda_injection64_path{"CUDA_INJECTION64_PATH", ""};

}  // namespace hcrt::variables
// clang-format on
