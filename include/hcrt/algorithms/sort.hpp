// sort and sort_by_key: of numbers by stable radix sorts, least significant digit first; of others by
// merging.
#ifndef HCRT_ALGORITHMS_SORT_HPP
#define HCRT_ALGORITHMS_SORT_HPP

#include <climits>

#include "../pstl/sort_kernel.hpp"
#include "merge.hpp"
#include "radix_tiles.hpp"
#include "radix_waves.hpp"
#include "scan.hpp"

namespace hcrt {
namespace algorithms {

/// Elements as a view: those at a device pointer as memory that the caller keeps.
template <class T>
HCRT_CPU View<T> as_view(const Kalmar::accelerator_view&, const ViewRange<T>& range) {
  return range.view;
}
template <class T>
HCRT_CPU View<T> as_view(const Kalmar::accelerator_view& queue, const SpanRange<T>& range) {
  Kalmar::array<T, 1> memory(Kalmar::extent<1>(static_cast<int>(range.count)), queue, range.first);
  return View<T>(memory);
}
/// The same elements as storage of values that need no constructor.
template <class T>
HCRT_CPU View<Slot<T>> as_slots(const View<T>& view) {
  return view.template reinterpret_as<Slot<T>>();
}

/// Keys and values, and memory of the same size, which passes fill by turns.
template <class K, class V>
struct SortBuffers {
  View<K> keys, other_keys;
  View<Slot<V>> values, other_values;
  Place count;

  HCRT_CPU void swap() {
    std::swap(keys, other_keys);
    std::swap(values, other_values);
  }
};

template <class K, class V, bool descending>
HCRT_CPU Kalmar::completion_future sort_with_waves(const Kalmar::accelerator_view& queue,
                                                   SortBuffers<K, V> b) {
  typedef RadixPass<K, V, descending> Pass;
  constexpr int passes = sizeof(K);
  const View<std::uint64_t> zeroed = scratch<std::uint64_t>(queue, passes * radix_digits);
  hc::parallel_for_each(queue, zeroed.get_extent(), Zero{zeroed});
  const View<unsigned> bins = zeroed.reinterpret_as<unsigned>();
  const Chunks chunks = chunks_of(queue, Way::waves, b.count, tile_items * 16, 8);
  launch_tiles(queue, Way::waves, chunks.count,
               RadixHistograms<K, descending>{b.keys, bins, b.count, chunks.size});
  launch_tiles(queue, Way::waves, passes, RadixStarts{bins});
  constexpr Place portion = radix_portion / Pass::tile_keys * Pass::tile_keys;
  const Place most_tiles = ((b.count < portion ? b.count : portion) + Pass::tile_keys - 1) / Pass::tile_keys;
  const View<std::uint64_t> states = scratch<std::uint64_t>(queue, 2 + most_tiles * radix_digits / 2);
  Kalmar::completion_future done;
  for (int pass = 0; pass < passes; ++pass, b.swap())
    for (Place begin = 0; begin < b.count; begin += portion) {
      const Place count = portion < b.count - begin ? portion : b.count - begin;
      const int tiles = static_cast<int>((count + Pass::tile_keys - 1) / Pass::tile_keys);
      hc::parallel_for_each(queue, states.get_extent(), Zero{states});
      done = launch_tiles(queue, Way::waves, tiles,
                          Pass{b.keys, b.other_keys, b.values, b.other_values, bins, states, begin, count,
                               tiles, pass, static_cast<int>(begin / portion)},
                          radix_items);
    }
  return done;
}

template <class K, class V, bool descending>
HCRT_CPU Kalmar::completion_future sort_chunks(const Kalmar::accelerator_view& queue, Way way,
                                               SortBuffers<K, V> b) {
  const int bits = way == Way::host ? lone_digit_bits : tile_digit_bits;
  const Chunks chunks = chunks_of(queue, way, b.count, tile_items * 4, 16);
  const View<unsigned> counts = scratch<unsigned>(queue, chunks.count << bits);
  const ViewRange<unsigned> range{counts, counts.get_extent()[0]};
  Slot<unsigned> zero;
  zero.put(0);
  Kalmar::completion_future done;
  for (int shift = 0; shift < static_cast<int>(sizeof(K)) * 8; shift += bits, b.swap()) {
    const int number = static_cast<int>(chunks.count);
    launch_tiles(queue, way, chunks.count,
                 ChunkPass<K, V, descending, false>{b.keys, b.other_keys, b.values, b.other_values, counts,
                                                    b.count, chunks.size, number, shift});
    scan_to<unsigned, false>(queue, range, range, zero, true, Same(), Plus());
    done = launch_tiles(queue, way, chunks.count,
                        ChunkPass<K, V, descending, true>{b.keys, b.other_keys, b.values, b.other_values,
                                                          counts, b.count, chunks.size, number, shift});
  }
  return done;
}

/// Sorts keys, and values by them, in place, stably.
template <bool descending, class K, class V>
HCRT_CPU Kalmar::completion_future sort_views(const Kalmar::accelerator_view& queue, const View<K>& keys,
                                              const View<Slot<V>>& values, Place count) {
  constexpr bool with_values = !std::is_same<V, NoValue>::value;
  if (count < 2) return Kalmar::completion_future();
  const Way way = way_of(queue);
  SortBuffers<K, V> b{keys, scratch<K>(queue, count), values,
                      with_values ? scratch<Slot<V>>(queue, count) : values, count};
  if (sizeof(K) == 1 && way != Way::tiles) {  // one pass, which is to end where the keys were
    hc::copy_async(b.keys, b.other_keys);
    if (with_values) hc::copy_async(b.values, b.other_values);
    b.swap();
  }
  tell("sort", count, way,
       way == Way::waves ? "8 bits a pass with look-back" : "chunks are counted, then moved");
  return way == Way::waves ? sort_with_waves<K, V, descending>(queue, b)
                           : sort_chunks<K, V, descending>(queue, way, b);
}

template <class Range>
HCRT_CPU void require_sortable(const Range& keys) {
  if (keys.count > INT_MAX) hcrt::detail::fail("sort: there are more than 2^31 - 1 elements");
}

/// Orders that a radix sort gives: Less of numbers, and Greater.
struct Greater {
  template <class T>
  HCRT_BOTH bool operator()(const T& a, const T& b) const {
    return b < a;
  }
};
template <class K, class Before>
constexpr bool is_radix_sorted =
    is_radix_key<K> && (std::is_same<Before, Less>::value || std::is_same<Before, Greater>::value);

template <class Keys, class Before>
HCRT_CPU Kalmar::completion_future sort_range(const Kalmar::accelerator_view& queue, const Keys& keys,
                                              const Before& less) {
  typedef typename Keys::type K;
  require_sortable(keys);
  const View<K> view = as_view(queue, keys);
  if constexpr (is_radix_sorted<K, Before>) {
    constexpr bool descending = std::is_same<Before, Greater>::value;
    return sort_views<descending, K, NoValue>(queue, view, View<Slot<NoValue>>(), keys.count);
  } else {
    if (keys.count < 2) return Kalmar::completion_future();
    tell("sort", keys.count, way_of(queue), "blocks are sorted, then merged");
    return pstl::sort_view<K>(queue, as_slots(view), static_cast<int>(keys.count), less);
  }
}

/// A key with its value, which a sort by merging moves together.
template <class K, class V>
struct Keyed {
  Slot<K> key;
  Slot<V> value;
};
template <class Before>
struct BeforeByKey {
  Before before;
  template <class K, class V>
  HCRT_BOTH bool operator()(const Keyed<K, V>& a, const Keyed<K, V>& b) const {
    Before mine = before;
    return mine(a.key.get(), b.key.get());
  }
};
template <class Keys, class Values, class Pairs>
struct JoinPairs {
  Keys keys;
  Values values;
  Pairs pairs;
  HCRT_AMP void operator()(Place i) const {
    pairs.data()[i].key.put(keys.data()[i]);
    pairs.data()[i].value.put(values.data()[i]);
  }
};
template <class Keys, class Values, class Pairs>
struct PartPairs {
  Keys keys;
  Values values;
  Pairs pairs;
  HCRT_AMP void operator()(Place i) const {
    keys.data()[i] = pairs.data()[i].key.get();
    values.data()[i] = pairs.data()[i].value.get();
  }
};

/// Keys of any type, in any order: pairs are sorted by merging.
template <class Keys, class Values, class Before>
HCRT_CPU Kalmar::completion_future sort_pairs(const Kalmar::accelerator_view& queue, const Keys& keys,
                                              const Values& values, const Before& less) {
  typedef Keyed<typename Keys::type, typename Values::type> Pair;
  typedef ViewRange<Pair> Pairs;
  static_assert(is_element<Pair>,
                "sort_by_key in this order takes a key and a value of up to 64 bytes together");
  if (keys.count < 2) return Kalmar::completion_future();
  tell("sort", keys.count, way_of(queue), "pairs in blocks are sorted, then merged");
  const Pairs pairs{scratch<Pair>(queue, keys.count), keys.count};
  launch_places(queue, keys.count, JoinPairs<Keys, Values, Pairs>{keys, values, pairs});
  pstl::sort_view<Pair>(queue, as_slots(pairs.view), static_cast<int>(keys.count), BeforeByKey<Before>{less});
  return launch_places(queue, keys.count, PartPairs<Keys, Values, Pairs>{keys, values, pairs});
}

template <class Keys, class Values, class Before>
HCRT_CPU Kalmar::completion_future sort_range_by_key(const Kalmar::accelerator_view& queue, const Keys& keys,
                                                     const Values& values, const Before& less) {
  typedef typename Keys::type K;
  typedef typename Values::type V;
  require_sortable(keys);
  if (values.count < keys.count) hcrt::detail::fail("sort_by_key: there are fewer values than keys");
  if constexpr (is_radix_sorted<K, Before>) {
    constexpr bool descending = std::is_same<Before, Greater>::value;
    return sort_views<descending, K, V>(queue, as_view(queue, keys), as_slots(as_view(queue, values)),
                                        keys.count);
  } else {
    return sort_pairs(queue, keys, values, less);
  }
}

}  // namespace algorithms
}  // namespace hcrt
#endif
