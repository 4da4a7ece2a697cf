// Decoupled look-back: how a tile learns what precedes it while the tiles before it still work.
//
// NVIDIA's GPUs start tiles in their order, and resident ones go on: all before a running tile run or have
// ended, so that waiting for them ends. CUB's scans rely on it, too; elsewhere nothing says so.
#ifndef HCRT_ALGORITHMS_LOOK_BACK_HPP
#define HCRT_ALGORITHMS_LOOK_BACK_HPP

#include "tile.hpp"

namespace hcrt {
namespace algorithms {

/// Work-items of a tile that looks back, and how many such tiles an NVIDIA multiprocessor is to hold: while
/// one waits for those before it, others load.
constexpr int waiting_items = 128, waiting_tiles = 8;

enum : unsigned { tile_is_unknown = 0, tile_has_total = 1, tile_has_prefix = 2 };

/// How many elements: of 62 bits, which share a word with a state.
struct Count {
  std::uint64_t value;
};
struct AddCounts {
  HCRT_AMP Count operator()(const Count& a, const Count& b) const { return Count{a.value + b.value}; }
};

/// The tiles' states, in memory of zeros.
///
/// Values of at most 4 bytes share a word of 64 bits with the state: one access has both. Others have two
/// places each, and the state is written after a fence.
template <class T>
struct TileStates {
  static constexpr bool counted = std::is_same<T, Count>::value;
  static constexpr bool packed = sizeof(T) <= 4 || counted;

  /// In words of 64 bits, of which the first `zeroed` must be zeros.
  static constexpr Place zeroed(Place tiles) { return tiles; }
  static constexpr Place words(Place tiles) {
    return packed ? zeroed(tiles) : first_value(tiles) + 2 * tiles * value_words;
  }

  HCRT_BOTH TileStates(std::uint64_t* memory, Place tiles) : memory_(memory), tiles_(tiles) {}

#ifdef HCPY_TARGET_PTX
  HCRT_AMP void publish(int tile, unsigned state, const Slot<T>& value) const {
    std::uint64_t word = state;
    if constexpr (counted) {
      word |= value.get().value << 2;
    } else if constexpr (packed) {
      unsigned bits = 0;
      __builtin_memcpy(&bits, &value, sizeof(T));
      word |= static_cast<std::uint64_t>(bits) << 32;
    } else {
      *place(tile, state) = value;
      hcrt::device::fence();
    }
    __scoped_atomic_store_n(memory_ + tile, word, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  }

  HCRT_AMP unsigned read(int tile, Slot<T>& value) const {
    const std::uint64_t word =
        __scoped_atomic_load_n(memory_ + tile, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    const unsigned state = static_cast<unsigned>(word) & 3;
    if constexpr (counted) {
      value.put(Count{word >> 2});
    } else if constexpr (packed) {
      const unsigned bits = static_cast<unsigned>(word >> 32);
      __builtin_memcpy(&value, &bits, sizeof(T));
    } else if (state != tile_is_unknown) {
      hcrt::device::fence();
      value = *place(tile, state);
    }
    return state;
  }

  /// The first wave's: what precedes a tile that is not the first, for each lane.
  template <class Op>
  HCRT_AMP Slot<T> before(int tile, int lane, Op& op) const {
    Slot<T> all;
    bool some = false;
    for (int end = tile;; end -= wave_lanes) {
      Slot<T> value;
      unsigned state = tile_has_total;
      const int mine = end - 1 - lane;
      do {
        if (mine >= 0) state = read(mine, value);
      } while (ballot(state == tile_is_unknown) != 0);
      const unsigned ended = ballot(mine >= 0 && state == tile_has_prefix);
      const int used = ended ? __builtin_ctz(ended) + 1 : wave_lanes;  // the first tile always ends
      add_reversed(value, lane, used, op);
      all = some ? joined(value, all, op) : value;
      some = true;
      if (ended) return all;
    }
  }
#endif

 private:
  static constexpr Place value_words = (sizeof(T) + 7) / 8;
  static constexpr Place first_value(Place tiles) { return (zeroed(tiles) + 7) / 8 * 8; }

#ifdef HCPY_TARGET_PTX
  HCRT_AMP Slot<T>* place(int tile, unsigned state) const {
    std::uint64_t* const values = memory_ + first_value(tiles_);
    const Place number = (state == tile_has_prefix ? tiles_ : 0) + tile;
    return reinterpret_cast<Slot<T>*>(values + number * value_words);
  }

  // The values of the lanes used - 1, ..., 0, in this order, for each lane.
  template <class Op>
  HCRT_AMP static void add_reversed(Slot<T>& value, int lane, int used, Op& op) {
#pragma unroll
    for (int step = 1; step < wave_lanes; step *= 2) {
      const Slot<T> earlier = shuffle(value, lane + step);
      if (lane + step < used) value.put(op(earlier.get(), value.get()));
    }
    value = shuffle(value, 0);
  }

  template <class Op>
  HCRT_AMP static Slot<T> joined(const Slot<T>& first, const Slot<T>& second, Op& op) {
    Slot<T> both;
    both.put(op(first.get(), second.get()));
    return both;
  }
#endif

  std::uint64_t* memory_;
  Place tiles_;
};

/// Sets words to zero.
struct Zero {
  View<std::uint64_t> words;
  HCRT_AMP void operator()(const Kalmar::index<1>& i) const { words[i] = 0; }
};

/// Memory for the states of so many tiles, with zeros where there must be zeros.
template <class T>
HCRT_CPU View<std::uint64_t> tile_states(const Kalmar::accelerator_view& queue, Place tiles) {
  const View<std::uint64_t> memory = scratch<std::uint64_t>(queue, TileStates<T>::words(tiles));
  hc::parallel_for_each(queue, Kalmar::extent<1>(static_cast<int>(TileStates<T>::zeroed(tiles))),
                        Zero{memory});
  return memory;
}

}  // namespace algorithms
}  // namespace hcrt
#endif
