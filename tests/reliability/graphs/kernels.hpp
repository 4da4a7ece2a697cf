// The kernels of random task graphs. Each depends on what was there before, so that order matters.
#pragma once
#include <hc.hpp>

#include "oracle.hpp"

namespace graphs {

using View = hc::array_view<Word, 1>;
using ConstView = hc::array_view<const Word, 1>;
using Array = hc::array<Word, 1>;
using Future = hc::completion_future;

inline Future launch_affine(const hc::accelerator_view& queue, const View& x, Word k) {
  return hc::parallel_for_each(queue, x.get_extent(),
                               [=](hc::index<1> i) [[hc]] { x[i] = x[i] * 3 + k + static_cast<Word>(i[0]); });
}

inline Future launch_gather(const hc::accelerator_view& queue, const View& x, const ConstView& b, Word k) {
  const Word size = b.get_extent().size();
  return hc::parallel_for_each(queue, x.get_extent(), [=](hc::index<1> i) [[hc]] {
    x[i] = x[i] * 3 + b[static_cast<int>((static_cast<Word>(i[0]) * 7 + k) % size)];
  });
}

inline Future launch_mix(const hc::accelerator_view& queue, const View& x, const ConstView& b,
                         const ConstView& c, Word k) {
  const Word b_size = b.get_extent().size(), c_size = c.get_extent().size();
  return hc::parallel_for_each(queue, x.get_extent(), [=](hc::index<1> i) [[hc]] {
    const Word at = static_cast<Word>(i[0]);
    x[i] = x[i] * 5 + (b[static_cast<int>(at % b_size)] ^ c[static_cast<int>((at + k) % c_size)]);
  });
}

inline Future launch_overwrite(const hc::accelerator_view& queue, const View& x, Word k) {
  x.discard_data();
  return hc::parallel_for_each(queue, x.get_extent(),
                               [=](hc::index<1> i) [[hc]] { x[i] = static_cast<Word>(i[0]) * k + 7; });
}

inline Future launch_box(const hc::accelerator_view& queue, const hc::array_view<Word, 2>& x, Word k) {
  return hc::parallel_for_each(queue, x.get_extent(), [=](hc::index<2> i) [[hc]] {
    x[i] = x[i] * 5 + k + static_cast<Word>(i[0]) * 31 + static_cast<Word>(i[1]);
  });
}

inline Future launch_rotate(const hc::accelerator_view& queue, const View& x, Word k) {
  const int count = static_cast<int>(x.get_extent().size());
  return hc::parallel_for_each(queue, x.get_extent().tile(rotate_tile), [=](hc::tiled_index<1> i) [[hc]] {
    tile_static Word old[rotate_tile];
    const int origin = i.tile_origin[0];
    const int size = count - origin < rotate_tile ? count - origin : rotate_tile;
    old[i.local[0]] = x[i.global];
    i.barrier.wait();
    x[i.global] = old[(i.local[0] + 1) % size] * 3 + k;
  });
}

inline Future launch_by_reference(const hc::accelerator_view& queue, Array& x, int first, int count,
                                  const ConstView& b, Word k) {
  const Word size = b.get_extent().size();
  return hc::parallel_for_each(queue, hc::extent<1>(count), [=, &x](hc::index<1> i) [[hc]] {
    Word& element = x[hc::index<1>(first + i[0])];
    element = element * 7 + k + b[static_cast<int>((static_cast<Word>(i[0]) + k) % size)];
  });
}

inline Future launch_raw_affine(const hc::accelerator_view& queue, Word* x, int count, Word k) {
  return hc::parallel_for_each(queue, hc::extent<1>(count), [=](hc::index<1> i) [[hc]] {
    x[i[0]] = x[i[0]] * 3 + k + static_cast<Word>(i[0]);
  });
}

inline Future launch_raw_gather(const hc::accelerator_view& queue, Word* x, int count, const ConstView& b,
                                Word k) {
  const Word size = b.get_extent().size();
  return hc::parallel_for_each(queue, hc::extent<1>(count), [=](hc::index<1> i) [[hc]] {
    x[i[0]] = x[i[0]] * 3 + b[static_cast<int>((static_cast<Word>(i[0]) * 7 + k) % size)];
  });
}

}  // namespace graphs
