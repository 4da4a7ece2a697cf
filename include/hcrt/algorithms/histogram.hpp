// histogram: counts in tile_static memory where they fit, added to the whole's at the end.
#ifndef HCRT_ALGORITHMS_HISTOGRAM_HPP
#define HCRT_ALGORITHMS_HISTOGRAM_HPP

#include "tile.hpp"

namespace hcrt {
namespace algorithms {

/// Adds how many elements bin_of() sends to each bin; others than the bins' numbers count nowhere.
template <class In, class Bins, class BinOf>
struct Histogram {
  In in;
  Bins bins;
  BinOf bin_of;
  Place chunk;

  typedef hcrt::remove_const_t<typename In::type> E;
  typedef hcrt::remove_const_t<typename Bins::type> Number;
  static constexpr int width = piece_of(sizeof(E));
  static constexpr int most_bins = 4096;  // in tile_static memory

  HCRT_AMP __attribute__((always_inline)) void operator()(const hc::tiled_index<1>& t) const {
    const Place begin = t.tile[0] * chunk, left = in.count - begin, size = chunk < left ? chunk : left;
    const E* const from = in.data() + begin;
    const int count = static_cast<int>(bins.count), local = t.local[0];
    BinOf function = bin_of;
    if (count > most_bins) {
      const int items = lone_items ? 1 : tile_items;
      for (Place i = local; i < size; i += items) add(function(from[i]), bins.data());
      return;
    }
    if constexpr (lone_items) {
      alone(from, size, function);
    } else {
      tile_static unsigned counts[most_bins];
      for (int i = local; i < count; i += tile_items) counts[i] = 0;
      t.barrier.wait();
      together(local, from, size, function, counts);
      t.barrier.wait();
      for (int i = local; i < count; i += tile_items)
        if (counts[i]) hc::atomic_fetch_add(bins.data() + i, static_cast<Number>(counts[i]));
    }
  }

 private:
  template <class Bin, class C>
  HCRT_AMP void add(const Bin& bin, C* counts) const {
    if (bin >= Bin(0) && static_cast<std::uint64_t>(bin) < static_cast<std::uint64_t>(bins.count))
      hc::atomic_fetch_add(counts + bin, C(1));
  }

  HCRT_AMP void alone(const E* from, Place size, BinOf& function) const {
    Number own[most_bins];
    for (Place i = 0; i < bins.count; ++i) own[i] = 0;
    for (Place i = 0; i < size; ++i) {
      const auto bin = function(from[i]);
      if (bin >= 0 && static_cast<std::uint64_t>(bin) < static_cast<std::uint64_t>(bins.count)) ++own[bin];
    }
    for (Place i = 0; i < bins.count; ++i)
      if (own[i]) hc::atomic_fetch_add(bins.data() + i, own[i]);
  }

  HCRT_AMP void together(int local, const E* from, Place size, BinOf& function, unsigned* counts) const {
    const bool aligned = is_aligned<width * sizeof(E)>(from);
    constexpr int pieces = 2;
    constexpr Place stride = tile_items * width;
    Place i = local * width;
    for (; i + (pieces - 1) * stride + width <= size; i += pieces * stride) {
      Slot<E> read[pieces][width];
      read_pieces<pieces, width>(from + i, stride, aligned, read);
#pragma unroll
      for (int p = 0; p < pieces; ++p)
#pragma unroll
        for (int k = 0; k < width; ++k) add(function(read[p][k].get()), counts);
    }
    for (; i < size; i += stride)
      for (int k = 0; k < width && i + k < size; ++k) add(function(from[i + k]), counts);
  }
};

template <class Bins>
struct ZeroBins {
  Bins bins;
  HCRT_AMP void operator()(const Kalmar::index<1>& i) const {
    bins.data()[i[0]] = hcrt::remove_const_t<typename Bins::type>(0);
  }
};

/// bins[i] = how many elements bin_of() sends there.
template <class In, class Bins, class BinOf>
HCRT_CPU Kalmar::completion_future histogram_to(const Kalmar::accelerator_view& queue, const In& in,
                                                const Bins& bins, const BinOf& bin_of) {
  const Way way = way_of(queue);
  Kalmar::completion_future done =
      hc::parallel_for_each(queue, Kalmar::extent<1>(static_cast<int>(bins.count)), ZeroBins<Bins>{bins});
  if (in.count == 0) return done;
  // A tile's counts are of 32 bits, and so is a chunk's size.
  const Chunks chunks = chunks_of(queue, way, in.count, tile_items * 32, 16);
  return launch_tiles(queue, way, chunks.count, Histogram<In, Bins, BinOf>{in, bins, bin_of, chunks.size});
}

}  // namespace algorithms
}  // namespace hcrt
#endif
