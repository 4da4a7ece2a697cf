// rows: hc.captures.arrays_by_value
// A kernel's copy of an array has its elements as they were at the capture.
#include <hc.hpp>
#include <vector>

#include "check.hpp"

using namespace hc;

struct holder {
  int first;
  array<int> own;
};
struct step {
  array<int> own;
  array_view<int> out;
  void operator()(index<1> i) const [[hc]] { out[i] += 100 * own[i]; }
};

int main() {
  const std::vector<int> sent = {1, 2, 3, 4};
  array_view<int> out(4);
  array<int> a(4, sent.begin());
  array<int, 2> b(2, 2, sent.begin());
  const auto kernel = [=](index<1> i) [[hc]] { out[i] = a[i] + 10 * b(i[0] / 2, i[0] % 2); };
  parallel_for_each(extent<1>(4), [&a](index<1> i) [[hc]] { a[i] = 9; }).wait();
  parallel_for_each(extent<1>(4), kernel).wait();
  for (int i = 0; i < 4; ++i) CHECK(out[i] == 11 * sent[i]);
  parallel_for_each(extent<1>(4), step{array<int>(b.view_as(extent<1>(4))), out}).wait();
  for (int i = 0; i < 4; ++i) CHECK(out[i] == 111 * sent[i]);

  holder h = {5, a};
  parallel_for_each(extent<1>(4).tile(2), [=, &a](tiled_index<1> t) [[hc]] {
    out[t] = h.first + h.own[t.global];
    a[t.global] = t.local[0];
  });  // nothing waits: the copies' elements live until the kernel ends
  for (int i = 0; i < 4; ++i) CHECK(out[i] == 14);
  std::vector<int> got = a;
  CHECK(got[1] == 1 && got[2] == 0);

  parallel_for_each(extent<1>(4), [=](index<1> i) mutable [[hc]] {
    a[i] += 3;  // the kernel's own
    out[i] = a[i];
  }).wait();
  got = a;
  CHECK(out[1] == 4 && got[1] == 1);
  return failures();
}
