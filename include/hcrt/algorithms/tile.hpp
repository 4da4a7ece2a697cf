// What the work-items of a tile do together: move pieces of 16 bytes, reduce and scan values.
#ifndef HCRT_ALGORITHMS_TILE_HPP
#define HCRT_ALGORITHMS_TILE_HPP

#include "range.hpp"

namespace hcrt {
namespace algorithms {

/// Are pieces of a range one access each? Of its first element's address.
template <int bytes>
HCRT_BOTH inline bool is_aligned(const void* first) {
  return (reinterpret_cast<std::uintptr_t>(first) & (bytes - 1)) == 0;
}

template <std::size_t bytes>
struct Words {
  typedef void type;
};
template <>
struct Words<16> {
  typedef unsigned Four __attribute__((ext_vector_type(4)));
  typedef Four __attribute__((may_alias)) type;
};
template <>
struct Words<8> {
  typedef std::uint64_t __attribute__((may_alias)) type;
};
template <>
struct Words<4> {
  typedef unsigned __attribute__((may_alias)) type;
};

/// Pieces that are one access on this target. OpenCL's and Vulkan's compilers join accesses themselves.
template <class T, int width>
constexpr bool whole_piece =
#ifdef HCPY_TARGET_PTX
    width > 1 && !std::is_void<typename Words<sizeof(T) * width>::type>::value;
#else
    false;
#endif

/// Reads `count` pieces of `width` neighbours, `stride` elements apart; aligned: the addresses are multiples
/// of a piece's size.
template <int count, int width, class T>
HCRT_AMP inline void read_pieces(const T* from, Place stride, bool aligned,
                                 Slot<hcrt::remove_const_t<T>> (*to)[width]) {
  if constexpr (whole_piece<T, width>) {
    typedef typename Words<sizeof(T) * width>::type Piece;
    if (aligned) {
#pragma unroll
      for (int p = 0; p < count; ++p) {
        const Piece piece = *reinterpret_cast<const Piece*>(from + p * stride);
        __builtin_memcpy(to[p], &piece, sizeof piece);
      }
      return;
    }
  }
#pragma unroll
  for (int p = 0; p < count; ++p)
#pragma unroll
    for (int i = 0; i < width; ++i) to[p][i].put(from[p * stride + i]);
}

/// The way back.
template <int count, int width, class T>
HCRT_AMP inline void write_pieces(T* to, Place stride, bool aligned, const Slot<T> (*from)[width]) {
  if constexpr (whole_piece<T, width>) {
    typedef typename Words<sizeof(T) * width>::type Piece;
    if (aligned) {
#pragma unroll
      for (int p = 0; p < count; ++p) {
        Piece piece;
        __builtin_memcpy(&piece, from[p], sizeof piece);
        *reinterpret_cast<Piece*>(to + p * stride) = piece;
      }
      return;
    }
  }
#pragma unroll
  for (int p = 0; p < count; ++p)
#pragma unroll
    for (int i = 0; i < width; ++i) to[p * stride + i] = from[p][i].get();
}

#ifdef HCPY_TARGET_PTX

/// Of a kernel: the work-items of its tiles, and how many tiles a multiprocessor is to hold at once.
extern "C" HCRT_AMP void __hcrt_bound_tiles(int items, int tiles);

constexpr int wave_lanes = 32;
constexpr unsigned all_lanes = ~0u;

HCRT_AMP inline int lane_of(int local) { return local & (wave_lanes - 1); }
HCRT_AMP inline unsigned ballot(bool vote) { return __nvvm_vote_ballot_sync(all_lanes, vote); }

/// The value that a lane gave. All lanes must come.
template <class T>
HCRT_AMP inline Slot<T> shuffle(const Slot<T>& value, int lane) {
  constexpr int words = (sizeof(T) + 3) / 4;
  unsigned bits[words] = {};
  __builtin_memcpy(bits, &value, sizeof(T));
#pragma unroll
  for (int i = 0; i < words; ++i)
    bits[i] = static_cast<unsigned>(
        __nvvm_shfl_sync_idx_i32(static_cast<int>(all_lanes), static_cast<int>(bits[i]), lane, 31));
  Slot<T> read;
  __builtin_memcpy(&read, bits, sizeof(T));
  return read;
}

/// Lane i, of the first `used`, gets the values of the lanes 0 to i, in order.
template <class T, class Op>
HCRT_AMP inline void scan_wave(Slot<T>& value, int lane, int used, Op& op) {
#pragma unroll
  for (int step = 1; step < wave_lanes; step *= 2) {
    const Slot<T> before = shuffle(value, lane - step);
    if (lane >= step && lane < used) value.put(op(before.get(), value.get()));
  }
}

/// Lane 0 gets the values of the lanes 0 to last - 1, in order.
template <class T, class Op>
HCRT_AMP inline void reduce_wave(Slot<T>& value, int lane, int last, Op& op) {
#pragma unroll
  for (int step = 1; step < wave_lanes; step *= 2) {
    const Slot<T> after = shuffle(value, lane + step);
    if (lane + step < last) value.put(op(value.get(), after.get()));
  }
}

#endif

/// The values of the work-items 0 to used - 1, in order, for work-item 0. All of the tile must come; memory
/// has a place for each.
template <class T, class Op>
HCRT_AMP inline void reduce_tile(const hc::tiled_index<1>& t, Slot<T>* memory, Slot<T>& value, int used,
                                 Op& op) {
  const int local = t.local[0];
#ifdef HCPY_TARGET_PTX
  const int lane = lane_of(local), first = local - lane;
  reduce_wave(value, lane, used - first, op);
  if (lane == 0) memory[local / wave_lanes] = value;
  t.barrier.wait();
  const int waves = (used + wave_lanes - 1) / wave_lanes;
  if (local < wave_lanes) {
    if (lane < waves) value = memory[lane];
    reduce_wave(value, lane, waves, op);
  }
#else
  memory[local] = value;
  t.barrier.wait();
  for (int step = 1; step < tile_items; step *= 2) {
    const int mine = local * 2 * step;
    if (mine + step < used) memory[mine].put(op(memory[mine].get(), memory[mine + step].get()));
    t.barrier.wait();
  }
  value = memory[0];
#endif
  t.barrier.wait();
}

/// Each work-item gets the values of itself and those before it, in order, and in `total` those of all.
/// Values of work-items from `used` on count for nothing. All of the tile must come.
template <class T, class Op>
HCRT_AMP inline void scan_tile(const hc::tiled_index<1>& t, Slot<T>* memory, Slot<T>& value, int used,
                               Slot<T>& total, Op& op) {
  const int local = t.local[0];
  memory[local] = value;
  t.barrier.wait();
  for (int step = 1; step < tile_items; step *= 2) {
    const bool add = local >= step && local < used;
    Slot<T> before;
    if (add) before = memory[local - step];
    t.barrier.wait();
    if (add) {
      value.put(op(before.get(), value.get()));
      memory[local] = value;
    }
    t.barrier.wait();
  }
  total = memory[used - 1];
  t.barrier.wait();
}

}  // namespace algorithms
}  // namespace hcrt
#endif
