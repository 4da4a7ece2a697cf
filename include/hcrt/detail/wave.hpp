// HC's operations over a wave. A wave has as many lanes as the device's own: __wavesize(). Lanes that do not
// come to an operation don't take part in it.
#ifndef HCRT_DETAIL_WAVE_HPP
#define HCRT_DETAIL_WAVE_HPP

#include "device_wave.hpp"

// A constant where the target has one wave size; elsewhere the size that the kernel runs with.
#if defined(HCPY_TARGET_PTX)
#define __HSA_WAVEFRONT_SIZE__ 32
#elif defined(HCPY_TARGET_SPIRV) || defined(HCPY_TARGET_AMDGCN)
#define __HSA_WAVEFRONT_SIZE__ static_cast<int>(hcrt::device::wave_size())
#else
#define __HSA_WAVEFRONT_SIZE__ 1
#endif

namespace hcrt {
namespace detail {

template <class T>
HCRT_AMP inline T wave_read(T value, int lane) {
  if constexpr (sizeof(T) == 4) {
    const unsigned bits = __builtin_bit_cast(unsigned, value);
    return __builtin_bit_cast(T, device::wave_read(bits, static_cast<unsigned>(lane)));
  } else {
    const std::uint64_t bits = __builtin_bit_cast(std::uint64_t, value);
    const std::uint64_t low = device::wave_read(static_cast<unsigned>(bits), static_cast<unsigned>(lane));
    const std::uint64_t high =
        device::wave_read(static_cast<unsigned>(bits >> 32), static_cast<unsigned>(lane));
    return __builtin_bit_cast(T, high << 32 | low);
  }
}

/// The lane's value; where there is no such lane among those that take part: `otherwise`.
template <class T>
HCRT_AMP inline T wave_read_or(T value, int lane, T otherwise) {
  const std::uint64_t present = device::wave_ballot(true);
  const bool valid = lane >= 0 && lane < 64 && (present >> lane & 1) != 0;
  const T read = wave_read(value, valid ? lane : static_cast<int>(device::wave_lane()));
  return valid ? read : otherwise;
}

/// The lane that GCN's DPP control reads from; -1: none.
HCRT_AMP inline int dpp_source(int lane, int control) {
  const int row = lane & ~15, in_row = lane & 15, size = static_cast<int>(device::wave_size());
  const int count = control & 15;
  if (control < 0x100) return (lane & ~3) | (control >> (2 * (lane & 3)) & 3);             // quad_perm
  if (control > 0x100 && control < 0x110) return in_row + count < 16 ? lane + count : -1;  // row_shl
  if (control > 0x110 && control < 0x120) return in_row >= count ? lane - count : -1;      // row_shr
  if (control > 0x120 && control < 0x130) return row | ((in_row - count) & 15);            // row_ror
  switch (control) {
    case 0x130:  // wave_shl
      return lane + 1 < size ? lane + 1 : -1;
    case 0x134:  // wave_rol
      return (lane + 1) % size;
    case 0x138:  // wave_shr
      return lane - 1;
    case 0x13c:  // wave_ror
      return (lane + size - 1) % size;
    case 0x140:  // row_mirror
      return row | (15 - in_row);
    case 0x141:  // row_half_mirror
      return (lane & ~7) | (7 - (lane & 7));
    case 0x142:  // row_bcast:15
      return row ? row - 1 : -1;
    case 0x143:  // row_bcast:31
      return lane >= 32 ? (lane & ~31) - 1 : -1;
    default:
      return lane;
  }
}

template <class T>
HCRT_AMP inline T wave_push(int byte_address, T value) {
  const int self = static_cast<int>(device::wave_lane()), size = static_cast<int>(device::wave_size());
  const int target = (byte_address >> 2) & (size - 1);
  const std::uint64_t present = device::wave_ballot(true);
  T result{};
  for (int lane = 0; lane < size; ++lane) {  // the highest lane that sends to this one wins
    if ((present >> lane & 1) == 0) continue;
    const int sent_to = wave_read(target, lane);
    const T sent = wave_read(value, lane);
    if (sent_to == self) result = sent;
  }
  return result;
}

HCRT_AMP inline int swizzle_source(int lane, int pattern) {
  if (pattern & 0x8000) return (lane & ~3) | (pattern >> (2 * (lane & 3)) & 3);
  const int in_32 = ((lane & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31);
  return (lane & ~31) | in_32;
}

}  // namespace detail

namespace builtins {

HCRT_AMP inline unsigned __wavesize() { return device::wave_size(); }
HCRT_AMP inline unsigned __lane_id() { return device::wave_lane(); }

/// The lanes that take part and say yes, as bits.
HCRT_AMP inline std::uint64_t __ballot(int vote) { return device::wave_ballot(vote != 0); }
HCRT_AMP inline bool __any(int vote) { return device::wave_ballot(vote != 0) != 0; }
HCRT_AMP inline bool __all(int vote) { return device::wave_ballot(vote == 0) == 0; }

/// The lane's number among those that take part; those that say yes as bits, and how many.
HCRT_AMP inline unsigned __activelaneid_u32() {
  const std::uint64_t below = (std::uint64_t(1) << device::wave_lane()) - 1;
  return static_cast<unsigned>(__builtin_popcountll(device::wave_ballot(true) & below));
}
HCRT_AMP inline std::uint64_t __activelanemask_v4_b64_b1(unsigned vote) {
  return device::wave_ballot(vote != 0);
}
HCRT_AMP inline unsigned __activelanecount_u32_b1(unsigned vote) {
  return static_cast<unsigned>(__builtin_popcountll(device::wave_ballot(vote != 0)));
}
/// The value of another active lane, by its number among them, or `identity` where that is asked for.
HCRT_AMP inline unsigned __activelanepermute_b32(unsigned value, unsigned lane, unsigned identity,
                                                 bool use_identity) {
  const unsigned read = device::wave_read(value, lane);
  return use_identity ? identity : read;
}
HCRT_AMP inline std::uint64_t __activelanepermute_b64(std::uint64_t value, unsigned lane,
                                                      std::uint64_t identity, bool use_identity) {
  const std::uint64_t read = detail::wave_read(value, static_cast<int>(lane));
  return use_identity ? identity : read;
}

// Shuffles within parts of `width` lanes, a power of two; a lane outside of the part: the work-item's own
// value. GCN's exchanges count source lanes in bytes: lane * 4.
#define HCRT_WAVE(T)                                                                                        \
  HCRT_AMP inline T __shfl(T value, int lane, int width = static_cast<int>(device::wave_size())) {          \
    const int self = static_cast<int>(device::wave_lane());                                                 \
    return detail::wave_read(value, (self & ~(width - 1)) + (lane & (width - 1)));                          \
  }                                                                                                         \
  HCRT_AMP inline T __shfl_up(T value, unsigned delta, int width = static_cast<int>(device::wave_size())) { \
    const int self = static_cast<int>(device::wave_lane()), lane = self - static_cast<int>(delta);          \
    return detail::wave_read(value, lane < (self & ~(width - 1)) ? self : lane);                            \
  }                                                                                                         \
  HCRT_AMP inline T __shfl_down(T value, unsigned delta,                                                    \
                                int width = static_cast<int>(device::wave_size())) {                        \
    const int self = static_cast<int>(device::wave_lane()), lane = self + static_cast<int>(delta);          \
    return detail::wave_read(value, (self & (width - 1)) + static_cast<int>(delta) >= width ? self : lane); \
  }                                                                                                         \
  HCRT_AMP inline T __shfl_xor(T value, int mask, int width = static_cast<int>(device::wave_size())) {      \
    const int self = static_cast<int>(device::wave_lane()), lane = self ^ mask;                             \
    return detail::wave_read(value, lane >= ((self + width) & ~(width - 1)) ? self : lane);                 \
  }                                                                                                         \
  HCRT_AMP inline T __amdgcn_ds_bpermute(int byte_address, T value) {                                       \
    const int lane = (byte_address >> 2) & (static_cast<int>(device::wave_size()) - 1);                     \
    return detail::wave_read_or(value, lane, T());                                                          \
  }                                                                                                         \
  HCRT_AMP inline T __amdgcn_ds_permute(int byte_address, T value) {                                        \
    return detail::wave_push(byte_address, value);                                                          \
  }                                                                                                         \
  HCRT_AMP inline T __amdgcn_ds_swizzle(T value, int pattern) {                                             \
    const int self = static_cast<int>(device::wave_lane());                                                 \
    return detail::wave_read_or(value, detail::swizzle_source(self, pattern), T());                         \
  }                                                                                                         \
  HCRT_AMP inline T __amdgcn_move_dpp(T value, int control, int row_mask, int bank_mask,                    \
                                      bool bound_control) {                                                 \
    const int self = static_cast<int>(device::wave_lane());                                                 \
    const bool written = (row_mask >> (self >> 4) & bank_mask >> ((self >> 2) & 3) & 1) != 0;               \
    const T read =                                                                                          \
        detail::wave_read_or(value, detail::dpp_source(self, control), bound_control ? T() : value);        \
    return written ? read : value;                                                                          \
  }                                                                                                         \
  HCRT_AMP inline T __amdgcn_wave_sr1(T value, bool bound_control) {                                        \
    return __amdgcn_move_dpp(value, 0x138, 15, 15, bound_control);                                          \
  }                                                                                                         \
  HCRT_AMP inline T __amdgcn_wave_sl1(T value, bool bound_control) {                                        \
    return __amdgcn_move_dpp(value, 0x130, 15, 15, bound_control);                                          \
  }                                                                                                         \
  HCRT_AMP inline T __amdgcn_wave_rr1(T value) { return __amdgcn_move_dpp(value, 0x13c, 15, 15, false); }   \
  HCRT_AMP inline T __amdgcn_wave_rl1(T value) { return __amdgcn_move_dpp(value, 0x134, 15, 15, false); }
HCRT_WAVE(int)
HCRT_WAVE(unsigned)
HCRT_WAVE(float)
#undef HCRT_WAVE

}  // namespace builtins
}  // namespace hcrt

using namespace hcrt::builtins;
namespace hc {
using namespace hcrt::builtins;
}
#endif
