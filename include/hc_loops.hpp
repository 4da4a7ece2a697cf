// Loops over elements and over indices, of any rank.
#ifndef HC_LOOPS_HPP
#define HC_LOOPS_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc.hpp"

namespace hcrt {
namespace detail {

/// Calls f with the elements of all views at an index. The views are of one rank.
template <class F, int N, class... V>
struct Elementwise;
template <class F, int N>
struct Elementwise<F, N> {
  F f;

  template <class... E>
  HCRT_AMP void call(const Kalmar::index<N>&, E&... elements) const {
    f(elements...);
  }
};
template <class F, int N, class First, class... V>
struct Elementwise<F, N, First, V...> {
  First first;
  Elementwise<F, N, V...> rest;

  template <class... E>
  HCRT_AMP void call(const Kalmar::index<N>& i, E&... elements) const {
    rest.call(i, elements..., first[i]);
  }
  HCRT_AMP void operator()(const Kalmar::index<N>& i) const { call(i); }
};

template <int N, class F>
HCRT_CPU Elementwise<F, N> elementwise(const Kalmar::extent<N>&, const F& f) {
  return {f};
}
template <int N, class F, class First, class... V>
HCRT_CPU Elementwise<F, N, First, V...> elementwise(const Kalmar::extent<N>& e, const F& f,
                                                    const First& first, const V&... rest) {
  if (first.get_extent() != e)
    throw hc::runtime_exception("for_each_element: the views have different extents", E_INVALIDARG);
  return {first, elementwise(e, f, rest...)};
}

}  // namespace detail
}  // namespace hcrt

namespace hc {

/// A kernel that calls f with the elements at each index of all views, which have one extent of any rank:
/// `hc::for_each_element([](float& y, float x) [[hc]] { y += x; }, out, in)`.
///
/// \param f takes an element of each view, by reference where it changes it
/// \throws runtime_exception where the views have different extents
template <class F, class T, int N, class... V>
HCRT_CPU completion_future for_each_element(const accelerator_view& queue, const F& f,
                                            const array_view<T, N>& first, const V&... rest) {
  return parallel_for_each(queue, first.get_extent(),
                           hcrt::detail::elementwise(first.get_extent(), f, first, rest...));
}
template <class F, class T, int N, class... V>
HCRT_CPU completion_future for_each_element(const F& f, const array_view<T, N>& first, const V&... rest) {
  return parallel_for_each(first.get_extent(),
                           hcrt::detail::elementwise(first.get_extent(), f, first, rest...));
}

/// Calls f with each index of an extent, of any rank, one after another: for loops within a kernel, as those
/// of a stencil, and on the host. The last dimension is the fastest.
template <int N, class F>
HCRT_BOTH HCRT_CONSTEXPR14 void for_each_index(const extent<N>& e, const F& f) {
  for (int d = 0; d < N; ++d)
    if (e[d] <= 0) return;
  index<N> i;
  for (;;) {
    f(static_cast<const index<N>&>(i));
    int d = N - 1;
    while (d >= 0 && ++i[d] == e[d]) i[d--] = 0;
    if (d < 0) return;
  }
}

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
