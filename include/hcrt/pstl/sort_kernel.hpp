// A stable merge sort: blocks that a tile sorts, then passes that merge pairs of sorted runs.
#ifndef HCRT_PSTL_SORT_KERNEL_HPP
#define HCRT_PSTL_SORT_KERNEL_HPP

#include <utility>

#include "sequence.hpp"

namespace hcrt {
namespace pstl {

template <class T>
struct Run {
  const Slot<T>* first;
  int size;
};

/// How many of the first `place` elements of the merged runs are a's. a's go first among equals.
template <class T, class Less>
int co_rank(int place, Run<T> a, Run<T> b, Less& less) {
  int low = place > b.size ? place - b.size : 0;
  int high = place < a.size ? place : a.size;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (less(b.first[place - 1 - middle].get(), a.first[middle].get()))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// Writes `count` merged elements, from the runs' first ones on.
template <class T, class Less>
void merge_some(Run<T> a, Run<T> b, Slot<T>* out, int count, Less& less) {
  const Slot<T>*p = a.first, *p_end = p + a.size, *q = b.first, *q_end = q + b.size;
  Slot<T>* const out_end = out + count;
  while (out != out_end && p != p_end && q != q_end) {
    const bool second = less(q->get(), p->get());
    *out++ = *(second ? q : p);
    p += !second;
    q += second;
  }
  while (out != out_end && p != p_end) *out++ = *p++;
  while (out != out_end) *out++ = *q++;
}

template <class T, class Less>
void insertion_sort(Slot<T>* elements, int count, Less& less) {
  for (int i = 1; i < count; ++i) {
    const Slot<T> moved = elements[i];
    int to = i;
    for (; to > 0 && less(moved.get(), elements[to - 1].get()); --to) elements[to] = elements[to - 1];
    elements[to] = moved;
  }
}

/// Merges neighbouring runs of `width` elements of one buffer into another.
template <class T, class Less>
void merge_pairs(const Slot<T>* from, Slot<T>* to, int count, int width, Less& less) {
  for (int base = 0; base < count; base += 2 * width) {
    const int left = count - base;
    const int a = width < left ? width : left;
    const int b = width < left - a ? width : left - a;
    merge_some<T>({from + base, a}, {from + base + a, b}, to + base, a + b, less);
  }
}

/// The merged elements from `place` on.
template <class T, class Less>
void take(Run<T> a, Run<T> b, int place, Slot<T>* out, int count, Less& less) {
  const int i = co_rank<T>(place, a, b, less);
  const int j = place - i;
  merge_some<T>({a.first + i, a.size - i}, {b.first + j, b.size - j}, out, count, less);
}

/// Each tile sorts a block of `data`; the result goes to `to`: data or the scratch buffer.
template <class T, class Less>
struct SortBlock {
  View<Slot<T>> data, scratch;
  Less less;
  int count, block;
  bool to_scratch;

  void operator()(const hc::tiled_index<1>& t) const {
    const int begin = t.tile[0] * block;
    const int size = block < count - begin ? block : count - begin;
    if constexpr (lone_items)
      alone(begin, size);
    else
      together(t, begin, size);
  }

 private:
  void alone(int begin, int size) const {
    Less mine = less;
    constexpr int shortest = 16;
    Slot<T>* from = &data[begin];
    Slot<T>* to = &scratch[begin];
    bool swaps = to_scratch;  // does an odd number of passes end in the right buffer?
    for (int width = shortest; width < size; width *= 2) swaps = !swaps;
    if (swaps) {
      for (int i = 0; i < size; ++i) to[i] = from[i];
      Slot<T>* const kept = from;
      from = to;
      to = kept;
    }
    for (int i = 0; i < size; i += shortest)
      insertion_sort<T>(from + i, shortest < size - i ? shortest : size - i, mine);
    for (int width = shortest; width < size; width *= 2) {
      merge_pairs<T>(from, to, size, width, mine);
      Slot<T>* const kept = from;
      from = to;
      to = kept;
    }
  }

  static constexpr int items = tile_items<T>;
  static constexpr int each = item_elements<T>;

  void together(const hc::tiled_index<1>& t, int begin, int size) const {
    tile_static Slot<T> elements[items * each];
    const int local = t.local[0];
    Less mine = less;
    for (int i = local; i < size; i += items) elements[i] = data[begin + i];
    t.barrier.wait();
    const int from = local * each;
    const int own = from >= size ? 0 : each < size - from ? each : size - from;
    insertion_sort<T>(elements + from, own, mine);
    t.barrier.wait();
    for (int width = each; width < size; width *= 2) {
      Slot<T> merged[each];
      if (own > 0) {
        const int base = from / (2 * width) * (2 * width);
        const int a = width < size - base ? width : size - base;
        const int b = width < size - base - a ? width : size - base - a;
        take<T>({elements + base, a}, {elements + base + a, b}, from - base, merged, own, mine);
      }
      t.barrier.wait();
      for (int i = 0; i < own; ++i) elements[from + i] = merged[i];
      t.barrier.wait();
    }
    for (int i = local; i < size; i += items) (to_scratch ? scratch : data)[begin + i] = elements[i];
  }
};

/// Merges pairs of sorted runs of `width` elements; each tile makes a segment of the output. Width is a
/// multiple of the segment, so that all of a segment is of one pair.
template <class T, class Less>
struct MergeRuns {
  View<Slot<T>> from, to;
  Less less;
  int count, width, segment;

  void operator()(const hc::tiled_index<1>& t) const {
    const int begin = t.tile[0] * segment;
    const int size = segment < count - begin ? segment : count - begin;
    const int base = begin / width / 2 * 2 * width;
    const int a = width < count - base ? width : count - base;
    const int b = width < count - base - a ? width : count - base - a;
    const Slot<T>* const first = &from[base];
    if constexpr (lone_items) {
      Less mine = less;
      take<T>({first, a}, {first + a, b}, begin - base, &to[begin], size, mine);
    } else {
      together(t, {first, a}, {first + a, b}, begin, begin - base, size);
    }
  }

 private:
  static constexpr int items = tile_items<T>;
  static constexpr int each = item_elements<T>;

  void together(const hc::tiled_index<1>& t, Run<T> a, Run<T> b, int begin, int place, int size) const {
    tile_static Slot<T> elements[items * each];
    tile_static int bounds[2];  // how many of a's elements come before the segment, and before its end
    const int local = t.local[0];
    Less mine = less;
    if (local < 2) bounds[local] = co_rank<T>(place + local * size, a, b, mine);
    t.barrier.wait();
    const int a_first = bounds[0], a_size = bounds[1] - a_first, b_first = place - a_first;
    for (int i = local; i < size; i += items)
      elements[i] = i < a_size ? a.first[a_first + i] : b.first[b_first + i - a_size];
    t.barrier.wait();
    const int own_first = local * each;
    const int own = own_first >= size ? 0 : each < size - own_first ? each : size - own_first;
    Slot<T> merged[each];
    if (own > 0)
      take<T>({elements, a_size}, {elements + a_size, size - a_size}, own_first, merged, own, mine);
    t.barrier.wait();
    for (int i = 0; i < own; ++i) elements[own_first + i] = merged[i];
    t.barrier.wait();
    for (int i = local; i < size; i += items) to[begin + i] = elements[i];
  }
};

/// Elements in a block: small enough for the host's caches, and one for each processor.
template <class T>
int block_elements(const Kalmar::accelerator& acc, int count) {
  if (!is_host(acc)) return tile_elements<T>;
  constexpr int largest = 16384, smallest = 256;
  const int processors = acc.get_cu_count() ? static_cast<int>(acc.get_cu_count()) : 1;
  const int block = count / processors + 1;
  return block < smallest ? smallest : block > largest ? largest : block;
}

/// Sorts the elements of a view, stably.
template <class T, class Less>
Kalmar::completion_future sort_view(const Kalmar::accelerator_view& queue, const View<Slot<T>>& data,
                                    int count, const Less& less) {
  const Kalmar::accelerator acc = queue.get_accelerator();
  const int block = block_elements<T>(acc, count);
  const int blocks = (count + block - 1) / block;
  const Chunks chunks{is_host(acc) ? 1 : tile_items<T>, block, blocks, blocks};
  if (chunks.tiles == 1 && chunks.tile > 1)
    return chunks.launch(queue, SortBlock<T, Less>{data, data, less, count, block, false});
  Kalmar::array<Slot<T>, 1> buffer(Kalmar::extent<1>(count), queue);
  View<Slot<T>> from = data, to(buffer);
  to.discard_data();
  bool odd = false;
  for (int width = block; width < count; width *= 2) odd = !odd;
  Kalmar::completion_future done =
      chunks.launch(queue, SortBlock<T, Less>{data, to, less, count, block, odd});
  if (odd) std::swap(from, to);
  for (int width = block; width < count; width *= 2) {
    done = chunks.launch(queue, MergeRuns<T, Less>{from, to, less, count, width, block});
    std::swap(from, to);
  }
  return done;
}

/// Sorts the elements, stably; waits.
template <class T, class Less>
void merge_sort(T* first, int count, const Less& less) {
  View<Slot<T>> data(Kalmar::extent<1>(count), reinterpret_cast<Slot<T>*>(first));
  sort_view<T>(Kalmar::accelerator::get_auto_selection_view(), data, count, less);
  data.synchronize();
}

}  // namespace pstl
}  // namespace hcrt
#endif
