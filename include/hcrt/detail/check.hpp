// hcc -hc-check: kernels on the host ask before they touch an element. Else nothing is asked.
#ifndef HCRT_DETAIL_CHECK_HPP
#define HCRT_DETAIL_CHECK_HPP

#include "extent.hpp"

#ifdef HCPY_CHECK
extern "C" HCRT_AMP void __hcrt_check_index(int rank, const int* index, const int* extent);

namespace hcrt {
namespace detail {

/// Does not return where the index lies outside of the extent.
template <int N>
HCRT_AMP inline void check_index(const Kalmar::index<N>& i, const Kalmar::extent<N>& e) {
  int index[N], extent[N];
  for (int d = 0; d < N; ++d) {
    index[d] = i[d];
    extent[d] = e[d];
  }
  __hcrt_check_index(N, index, extent);
}

}  // namespace detail
}  // namespace hcrt

#define HCRT_CHECK_INDEX(i, e) hcrt::detail::check_index(i, e)
#define HCRT_CHECK_ROW(i, e) hcrt::detail::check_index(Kalmar::index<1>(i), Kalmar::extent<1>((e)[0]))
#else
#define HCRT_CHECK_INDEX(i, e) static_cast<void>(0)
#define HCRT_CHECK_ROW(i, e) static_cast<void>(0)  // the slowest dimension alone
#endif
#endif
