// From array, array_view and pitched_array to mdspan and back.
//
// hc::mdspan_of(view) needs std::mdspan, of C++23's library, or another implementation of it whose namespace
// HC_MDSPAN_NAMESPACE names: cuda::std of the package nvidia-cuda-cccl, after <cuda/std/mdspan>.
// hc::view_of(span) takes any class with mdspan's members.
#ifndef HC_MDSPAN_HPP
#define HC_MDSPAN_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#if __has_include(<version>)
#include <version>
#endif
#ifdef __cpp_lib_mdspan
#include <mdspan>
#ifndef HC_MDSPAN_NAMESPACE
#define HC_MDSPAN_NAMESPACE std
#endif
#endif

#include <utility>

#include "hc.hpp"

#ifdef HC_MDSPAN_NAMESPACE
namespace hcrt {
namespace detail {

template <class Extents, int N, std::size_t... D>
HCRT_BOTH inline Extents make_extents(const hc::extent<N>& from, std::index_sequence<D...>) {
  return Extents(from[static_cast<int>(D)]...);
}

}  // namespace detail
}  // namespace hcrt
#endif

namespace hc {

/// A view of the elements of an mdspan in the host's memory, whose last dimension has no gaps and whose
/// strides fall.
/// \throws runtime_exception where it is another
template <class Span, int N = static_cast<int>(Span::rank()), class T = typename Span::element_type,
          class = decltype(std::declval<const Span&>().data_handle())>
HCRT_CPU array_view<T, N> view_of(const Span& span) {
  extent<N> inner, outer;
  for (int d = 0; d < N; ++d) {
    const auto r = static_cast<typename Span::rank_type>(d);
    inner[d] = outer[d] = hcrt::detail::component(static_cast<std::size_t>(span.extent(r)));
  }
  std::size_t step = 1;  // of the dimension
  for (int d = N - 1; d >= 0; --d) {
    const auto stride = static_cast<std::size_t>(span.stride(static_cast<typename Span::rank_type>(d)));
    if (d == N - 1 ? stride != 1
                   : stride % step != 0 || stride / step < static_cast<std::size_t>(inner[d + 1]))
      throw runtime_exception("view_of: the span's strides are not those of rows, one after the other",
                              E_INVALIDARG);
    if (d < N - 1) outer[d + 1] = hcrt::detail::component(stride / step);
    step = stride;
  }
  // The last row may end where its last element does: the view must not reach into what follows it.
  if (inner.size() == 0 || outer == inner) return array_view<T, N>(inner, span.data_handle());
  return array_view<T, N>(outer, span.data_handle()).section(inner);
}

#ifdef HC_MDSPAN_NAMESPACE

template <class T, int N>
using dynamic_mdspan =
    HC_MDSPAN_NAMESPACE::mdspan<T, HC_MDSPAN_NAMESPACE::dextents<int, static_cast<std::size_t>(N)>,
                                HC_MDSPAN_NAMESPACE::layout_stride>;

/// The view's elements as an mdspan, with its strides. In a kernel it is made of a captured view; on the host
/// the elements are brought there, and the span is good until a kernel uses the view.
template <class T, int N>
HCRT_BOTH inline dynamic_mdspan<T, N> mdspan_of(const array_view<T, N>& view) {
  typedef typename dynamic_mdspan<T, N>::mapping_type Mapping;
  typename Mapping::extents_type extents = hcrt::detail::make_extents<typename Mapping::extents_type>(
      view.get_extent(), std::make_index_sequence<static_cast<std::size_t>(N)>());
  auto strides = Mapping().strides();  // an array of that namespace
  for (int d = 0; d < N; ++d) strides[static_cast<std::size_t>(d)] = static_cast<int>(view.get_stride(d));
#ifndef __KALMAR_ACCELERATOR__
  view.synchronize();
#endif
  return dynamic_mdspan<T, N>(&view[index<N>()], Mapping(extents, strides));
}
template <class T, int N>
HCRT_BOTH inline dynamic_mdspan<T, N> mdspan_of(array<T, N>& whole) {
  return mdspan_of(array_view<T, N>(whole));
}
template <class T, int N>
HCRT_BOTH inline dynamic_mdspan<const T, N> mdspan_of(const array<T, N>& whole) {
  return mdspan_of(array_view<const T, N>(whole));
}
/// Of a pitched_array, on the host.
template <class Pitched>
HCRT_CPU auto mdspan_of(Pitched& rows) -> decltype(mdspan_of(rows.view())) {
  return mdspan_of(rows.view());
}

#endif

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
