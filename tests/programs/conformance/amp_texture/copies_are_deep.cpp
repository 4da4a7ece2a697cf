// rows: amp.10.1.copy_constructor, amp.10.1.assignment
#include <amp_graphics.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  std::vector<float> values(6);
  for (int k = 0; k < 6; ++k) values[k] = k * 0.5f;
  texture<float, 2> source(2, 3, values.begin(), values.end());
  const accelerator_view view = accelerator().default_view;
  texture<float, 2> a(source), b(source, view), c(source, view, view), d(1, 1, 16u);
  d = source;
  CHECK(d.extent == source.extent && d.bits_per_scalar_element == 32);
  const texture_view<const float, 2> readable(source);
  texture<float, 2> e(readable), f(readable, view);
  texture_view<float, 2> writable(source);
  texture<float, 2> g(writable);
  parallel_for_each(source.extent, [=](index<2> i) restrict(amp) { writable.set(i, -1.0f); });
  for (texture<float, 2>* copied : {&a, &b, &c, &d, &e, &f, &g}) {
    std::vector<float> seen(6);
    copy(*copied, seen.begin());
    CHECK(seen == values);
  }
  copy(source, values.begin());
  CHECK(values[0] == -1.0f && values[5] == -1.0f);
  return failures();
}
