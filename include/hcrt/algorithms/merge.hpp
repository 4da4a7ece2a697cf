// merge: each tile finds, by the merge path, which elements of both ranges make its part of the output.
#ifndef HCRT_ALGORITHMS_MERGE_HPP
#define HCRT_ALGORITHMS_MERGE_HPP

#include "tile.hpp"

namespace hcrt {
namespace algorithms {

struct Less {
  template <class T>
  HCRT_BOTH bool operator()(const T& a, const T& b) const {
    return a < b;
  }
};

/// Sorted elements; of two ranges with equal elements, the first's come first.
template <class T>
struct Run {
  const T* first;
  Place size;
};

/// How many of the first `place` elements of the merged runs are a's.
template <class T, class Before>
HCRT_AMP inline Place path_point(Place place, Run<T> a, Run<T> b, Before& less) {
  Place low = place > b.size ? place - b.size : 0, high = place < a.size ? place : a.size;
  while (low < high) {
    const Place middle = low + (high - low) / 2;
    if (less(b.first[place - 1 - middle], a.first[middle]))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// Writes `count` merged elements, from both runs' first ones on.
template <class T, class Before, class Write>
HCRT_AMP inline void merge_some(Run<T> a, Run<T> b, Place count, Before& less, const Write& write) {
  Place i = 0, j = 0;
  for (Place k = 0; k < count; ++k) {
    const bool second = i == a.size || (j < b.size && less(b.first[j], a.first[i]));
    write(k, second ? b.first[j] : a.first[i]);
    i += !second;
    j += second;
  }
}

template <class A, class B, class Out, class Before>
struct Merge {
  A a;
  B b;
  Out out;
  Before less;
  Place chunk;

  typedef hcrt::remove_const_t<typename A::type> T;
  static constexpr int each = sizeof(T) <= 4 ? 8 : sizeof(T) <= 8 ? 4 : sizeof(T) <= 32 ? 2 : 1;
  static constexpr int tile_elements = tile_items * each;

  HCRT_AMP __attribute__((always_inline)) void operator()(const hc::tiled_index<1>& t) const {
    const Place begin = t.tile[0] * chunk, left = a.count + b.count - begin;
    const Place size = chunk < left ? chunk : left;
    const Run<T> first{a.data(), a.count}, second{b.data(), b.count};
    Before mine = less;
    if constexpr (lone_items) {
      const Place i = path_point(begin, first, second, mine);
      auto* const to = out.data() + begin;
      merge_some(rest(first, i), rest(second, begin - i), size, mine, ToMemory<typename Out::type>{to});
    } else {
      together(t, first, second, begin, static_cast<int>(size), mine);
    }
  }

 private:
  HCRT_AMP static Run<T> rest(Run<T> run, Place from) { return Run<T>{run.first + from, run.size - from}; }

  template <class O>
  struct ToMemory {
    O* to;
    HCRT_AMP void operator()(Place k, const T& value) const { to[k] = value; }
  };
  struct ToSlots {
    Slot<T>* to;
    HCRT_AMP void operator()(Place k, const T& value) const { to[k].put(value); }
  };

  // By way of tile_static memory, so that the tile's accesses are side by side.
  HCRT_AMP void together(const hc::tiled_index<1>& t, Run<T> first, Run<T> second, Place begin, int size,
                         Before& mine) const {
    tile_static Slot<T> elements[tile_elements];
    tile_static Place points[2];
    const int local = t.local[0];
    if (local < 2) points[local] = path_point(begin + local * size, first, second, mine);
    t.barrier.wait();
    const Place i = points[0], j = begin - i;
    const int of_first = static_cast<int>(points[1] - i);
    for (int k = local; k < size; k += tile_items)
      elements[k].put(k < of_first ? first.first[i + k] : second.first[j + k - of_first]);
    t.barrier.wait();
    const T* const staged = reinterpret_cast<const T*>(elements);
    const Run<T> x{staged, of_first}, y{staged + of_first, size - of_first};
    const int own = local * each, count = own >= size ? 0 : each < size - own ? each : size - own;
    Slot<T> merged[each];
    if (count > 0) {
      const Place from = path_point(own, x, y, mine);
      merge_some(rest(x, from), rest(y, own - from), count, mine, ToSlots{merged});
    }
    t.barrier.wait();
    for (int k = 0; k < count; ++k) elements[own + k] = merged[k];
    t.barrier.wait();
    for (int k = local; k < size; k += tile_items) out.data()[begin + k] = elements[k].get();
  }
};

/// out = the elements of two sorted ranges in order.
template <class A, class B, class Out, class Before>
HCRT_CPU Kalmar::completion_future merge_to(const Kalmar::accelerator_view& queue, const A& a, const B& b,
                                            const Out& out, const Before& less) {
  typedef Merge<A, B, Out, Before> Kernel;
  const Place count = a.count + b.count;
  if (count == 0) return Kalmar::completion_future();
  const Way way = way_of(queue);
  const Chunks chunks = chunks_of(queue, way, count, Kernel::tile_elements, 1);
  const Place chunk = way == Way::host ? chunks.size : Kernel::tile_elements;
  return launch_tiles(queue, way, (count + chunk - 1) / chunk, Kernel{a, b, out, less, chunk});
}

}  // namespace algorithms
}  // namespace hcrt
#endif
