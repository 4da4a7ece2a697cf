// The smallest launch that makes kernels as the public headers do: for tests of what comes after clang.
#ifndef KERNEL_ENTRY_HPP
#define KERNEL_ENTRY_HPP

#include <hcrt/detail/device.hpp>

namespace hcrt {
namespace detail {

template <class F>
struct FlatKernel {
  F f;
  unsigned extent[1];
  HCRT_AMP void operator()() const {
    unsigned i = hcrt::device::global_id(0);
#ifdef HCPY_TARGET_PTX
    if (i < extent[0])
#endif
      f(static_cast<int>(i));
  }
};

template <class F>
struct TiledKernel {
  F f;
  unsigned extent[1];
  HCRT_AMP void operator()() const { f(); }
};

#ifdef HCPY_HC
template <class Name, class W>
[[clang::sycl_kernel_entry_point(Name)]] void entry(W w) {
  w();
}
template <class Name, class W>
[[clang::sycl_kernel_entry_point(Name)]] void entry_by_pointer(const W* w) {
  (*w)();
}
template <class W>
void launch(const W& w) {
  entry<W, W>(w);
}
template <class W>
void launch_by_pointer(const W& w) {
  entry_by_pointer<W, W>(&w);
}
#else
template <class W>
__attribute__((global)) void entry(W w) {
  w();
}
template <class W>
void launch(const W&) {
#ifdef __KALMAR_ACCELERATOR__
  (void)&entry<W>;
#endif
}
#endif

template <class F>
void flat(unsigned n, const F& f) {
  launch(FlatKernel<F>{f, {n}});
}
template <class F>
void tiled(unsigned n, const F& f) {
  launch(TiledKernel<F>{f, {n}});
}

}  // namespace detail
}  // namespace hcrt

using hcrt::detail::flat;
using hcrt::detail::tiled;
#endif
