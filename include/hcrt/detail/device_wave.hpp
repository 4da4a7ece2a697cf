// What device.hpp is for work-items, for waves: the work-items that a device runs in step (NVIDIA: a warp,
// OpenCL: a sub-group, AMD: a wavefront). On the host each work-item is its own wave.
#ifndef HCRT_DETAIL_DEVICE_WAVE_HPP
#define HCRT_DETAIL_DEVICE_WAVE_HPP

#include <cstdint>

#include "config.hpp"

namespace hcrt {
namespace device {

#if defined(HCPY_TARGET_PTX)

HCRT_AMP inline unsigned wave_size() { return 32; }
HCRT_AMP inline unsigned wave_lane() { return static_cast<unsigned>(__nvvm_read_ptx_sreg_laneid()); }
HCRT_AMP inline std::uint64_t wave_ballot(bool vote) {
  return __nvvm_vote_ballot_sync(__nvvm_activemask(), vote);
}
/// The value that the lane gave; undefined where it does not take part.
HCRT_AMP inline unsigned wave_read(unsigned value, unsigned lane) {
  return static_cast<unsigned>(__nvvm_shfl_sync_idx_i32(__nvvm_activemask(), static_cast<int>(value),
                                                        static_cast<int>(lane & 31), 31));
}

#elif defined(HCPY_TARGET_SPIRV)

typedef unsigned WaveVotes __attribute__((ext_vector_type(4)));
extern "C" {
HCRT_AMP unsigned _Z22get_sub_group_local_idv() __attribute__((convergent));
HCRT_AMP unsigned _Z22get_max_sub_group_sizev() __attribute__((convergent));
HCRT_AMP WaveVotes _Z16sub_group_balloti(int) __attribute__((convergent));
HCRT_AMP unsigned _Z17sub_group_shufflejj(unsigned, unsigned) __attribute__((convergent));
}
HCRT_AMP inline unsigned wave_size() { return _Z22get_max_sub_group_sizev(); }
HCRT_AMP inline unsigned wave_lane() { return _Z22get_sub_group_local_idv(); }
HCRT_AMP inline std::uint64_t wave_ballot(bool vote) {
  const WaveVotes votes = _Z16sub_group_balloti(vote);
  return std::uint64_t(votes[1]) << 32 | votes[0];
}
HCRT_AMP inline unsigned wave_read(unsigned value, unsigned lane) {
  return _Z17sub_group_shufflejj(value, lane);
}

#elif defined(HCPY_TARGET_AMDGCN)

// Named, not built in: clang's own wants to know the wavefront's size, which is the architecture's.
HCRT_AMP std::uint64_t amdgcn_ballot(bool) __asm__("llvm.amdgcn.ballot.i64") __attribute__((convergent));
HCRT_AMP inline unsigned wave_size() { return static_cast<unsigned>(__builtin_amdgcn_wavefrontsize()); }
HCRT_AMP inline unsigned wave_lane() {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}
HCRT_AMP inline std::uint64_t wave_ballot(bool vote) { return amdgcn_ballot(vote); }
HCRT_AMP inline unsigned wave_read(unsigned value, unsigned lane) {
  return static_cast<unsigned>(
      __builtin_amdgcn_ds_bpermute(static_cast<int>(lane * 4), static_cast<int>(value)));
}

#else

HCRT_BOTH inline unsigned wave_size() { return 1; }
HCRT_BOTH inline unsigned wave_lane() { return 0; }
HCRT_BOTH inline std::uint64_t wave_ballot(bool vote) { return vote; }
HCRT_BOTH inline unsigned wave_read(unsigned value, unsigned) { return value; }

#endif

}  // namespace device
}  // namespace hcrt
#endif
