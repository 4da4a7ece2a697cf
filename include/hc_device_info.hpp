// hc::device_info: what is known of the target when a kernel is compiled, as constants.
//
// Each target compiles a kernel on its own, so that `if constexpr` and template arguments may depend on
// these. Code of the host part sees the facts of the CPU. What only the device itself knows, an accelerator
// says.
#ifndef HC_DEVICE_INFO_HPP
#define HC_DEVICE_INFO_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc_defines.h"

namespace hc {

/// What kernels are compiled for.
enum class target_kind {
  cpu,     // host code, no kernel
  host,    // kernels on the CPU
  ptx,     // NVIDIA GPUs
  opencl,  // SPIR-V for OpenCL
  vulkan,  // SPIR-V for Vulkan
  amdgcn   // AMD GPUs
};

/// Facts of the target, as constants.
struct device_info {
#if !defined(__KALMAR_ACCELERATOR__)
  static constexpr target_kind kind = target_kind::cpu;
#elif defined(HCPY_TARGET_PTX)
  static constexpr target_kind kind = target_kind::ptx;
#elif defined(HCPY_TARGET_VULKAN)
  static constexpr target_kind kind = target_kind::vulkan;
#elif defined(HCPY_TARGET_SPIRV)
  static constexpr target_kind kind = target_kind::opencl;
#elif defined(HCPY_TARGET_AMDGCN)
  static constexpr target_kind kind = target_kind::amdgcn;
#else
  static constexpr target_kind kind = target_kind::host;
#endif
  /// Is it a kernel's code?
  static constexpr bool is_device = kind != target_kind::cpu;
  /// Is it code for a device with its own memory and threads?
  static constexpr bool is_gpu_target = kind == target_kind::ptx || kind == target_kind::opencl ||
                                        kind == target_kind::vulkan || kind == target_kind::amdgcn;
  /// The lanes of a wave; 0 where each device has its own: hc::__wavesize() asks.
  static constexpr int wave_size = kind == target_kind::ptx ? 32 : is_gpu_target ? 0 : 1;
  /// Is the tile_static memory another than the cache, and worth being filled by hand?
  static constexpr bool has_dedicated_tile_memory =
      kind == target_kind::ptx || kind == target_kind::vulkan || kind == target_kind::amdgcn;
  /// Is a fused multiply-add one instruction on all devices of the target?
  static constexpr bool has_fast_fma = kind == target_kind::ptx || kind == target_kind::amdgcn
#ifdef __FMA__
                                       || kind == target_kind::cpu || kind == target_kind::host
#endif
      ;
  /// Do all devices of the target have instructions that compute with half?
  static constexpr bool has_half_arithmetic = kind == target_kind::ptx || kind == target_kind::amdgcn;
  /// Do all devices of the target have atomic operations on 64 bits?
  static constexpr bool has_int64_atomics = kind != target_kind::opencl && kind != target_kind::vulkan;
  /// Do all devices of the target have double? What they lack is an error at the launch.
  static constexpr bool has_double = kind != target_kind::opencl && kind != target_kind::vulkan;
};

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
