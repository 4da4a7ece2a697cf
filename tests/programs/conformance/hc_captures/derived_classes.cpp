// rows: hc.captures.references, hc.captures.arrays_by_reference, hc.captures.views_by_reference
// Classes that are derived from array and array_view, captured by reference, and what they add to them.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

using namespace hc;

template <class T>
struct buffer : array<T> {
  buffer(int n, int f) : array<T>(n), factor(f) {}
  int factor;
};
struct image : array_view<int, 2> {
  image(int w, int h, int* cells) : array_view<int, 2>(h, w, cells), across(w) {}
  int width() const [[cpu, hc]] { return across; }
  int across;  // may lie where array_view has padding
};
struct wide : image {
  wide(int w, int h, int* cells) : image(w, h, cells) {}
  long depth = 1L << 40;
};
template <class V>
void fill(V v) {
  parallel_for_each(v.get_extent(), [&](index<2> i) [[hc]] { v[i] = i[0] * v.width() + i[1]; }).wait();
}

int main() {
  int cells[12] = {};
  image view(4, 3, cells);
  const image& constant = view;
  fill(view);
  view.synchronize();
  for (int i = 0; i < 12; ++i) CHECK(cells[i] == i);
  parallel_for_each(view.get_extent(), [&](index<2> i) [[hc]] {
    constant[i] += constant.width();
  }).wait();
  constant.synchronize();
  for (int i = 0; i < 12; ++i) CHECK(cells[i] == i + 4);
  wide other(4, 3, cells);
  parallel_for_each(other.get_extent(), [&](index<2> i) [[hc]] { other[i] = (other.depth >> 40) + i[0]; })
      .wait();
  other.synchronize();
  for (int i = 0; i < 12; ++i) CHECK(cells[i] == 1 + i / 4);

  buffer<int> a(8, 5), b(8, 6);
  const buffer<int>& same = a;
  parallel_for_each(extent<1>(8), [&](index<1> i) [[hc]] { a[i] = i[0] * a.factor; }).wait();
  parallel_for_each(extent<1>(8), [&b, &same](index<1> i) [[hc]] { b[i] = same[i] + b.factor; }).wait();
  const std::vector<int> found = b;
  for (int i = 0; i < 8; ++i) CHECK(found[i] == 5 * i + 6);
  return failures();
}
