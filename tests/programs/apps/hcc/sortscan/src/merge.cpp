// Merge path: each thread finds its two starting points by bisection, then merges a few elements.
#include "sortscan.hpp"
#include "sortscan/tile.hpp"

namespace sortscan {
namespace {

const int ITEMS = 8;

// Where the diagonal crosses the path, in the first sequence.
template <typename T>
int diagonal(const hc::array_view<const T, 1>& a, const hc::array_view<const T, 1>& b, int na, int nb, int d) [[hc]] {
  int low = d > nb ? d - nb : 0;
  int high = d < na ? d : na;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (!(b[d - 1 - middle] < a[middle]))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace

template <typename T>
void merge(hc::accelerator_view av, const hc::array_view<const T, 1>& a, const hc::array_view<const T, 1>& b,
           const hc::array_view<T, 1>& output) {
  const int na = a.get_extent()[0], nb = b.get_extent()[0];
  const int all = na + nb;
  hc::extent<1> threads((all + ITEMS - 1) / ITEMS);
  output.discard_data();
  hc::parallel_for_each(av, threads, [=](hc::index<1> t) [[hc]] {
    const int start = t[0] * ITEMS;
    int i = diagonal(a, b, na, nb, start);
    int j = start - i;
    for (int k = start; k < start + ITEMS && k < all; ++k) {
      const bool first = j >= nb || (i < na && !(b[j] < a[i]));
      output[k] = first ? a[i++] : b[j++];
    }
  }).wait();
}

template void merge<int>(hc::accelerator_view, const hc::array_view<const int, 1>&,
                         const hc::array_view<const int, 1>&, const hc::array_view<int, 1>&);
template void merge<float>(hc::accelerator_view, const hc::array_view<const float, 1>&,
                           const hc::array_view<const float, 1>&, const hc::array_view<float, 1>&);

}  // namespace sortscan
