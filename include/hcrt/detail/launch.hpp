// parallel_for_each: the function objects that kernels are, their entries, and the launch.
#ifndef HCRT_DETAIL_LAUNCH_HPP
#define HCRT_DETAIL_LAUNCH_HPP

#include <type_traits>
#include <utility>

#include "../abi.h"
#include "accelerator_view.hpp"
#include "buffers.hpp"
#include "kernel.hpp"

namespace hcrt {
namespace detail {

/// What a kernel's entry takes: the function object, or its address where it is too large for a GPU's
/// parameters. On the host a pointer always: the x86 ABI scatters small objects over registers.
template <class W>
struct Parameter {
#ifdef HCRT_GPU_TARGET
  using type = std::conditional_t<(sizeof(W) <= HCRT_MAX_PARAMETER_BYTES), W, const W*>;
#else
  using type = const W*;
#endif
};

template <class W>
HCRT_AMP inline void run_kernel(const W& w) {
  w();
}
template <class W>
HCRT_AMP inline void run_kernel(const W* w) {
  (*w)();
}

/// The type that names a kernel: the function object's, but for lambdas that the compiler tagged. Never
/// defined: a tag is an incomplete type that nothing can hold.
template <int N, class Tile, class Tag>
struct TaggedKernel;

template <class W>
struct KernelName {
  using type = W;
};
template <int N, class Tag, class F>
struct KernelName<FlatKernel<N, named<Tag, F>>> {
  using type = TaggedKernel<N, void, Tag>;
};
template <int N, class Tile, class Tag, class F>
struct KernelName<TiledKernel<N, Tile, named<Tag, F>>> {
  using type = TaggedKernel<N, Tile, Tag>;
};

#ifdef __KALMAR_ACCELERATOR__
#ifdef HCPY_AMP
template <class W>
__attribute__((global)) void entry(typename Parameter<W>::type w) {
  run_kernel(w);
}
#else
template <class Name, class W>
[[clang::sycl_kernel_entry_point(Name)]] void entry(typename Parameter<W>::type w) {
  run_kernel(w);
}
#endif
#endif

#ifndef __KALMAR_ACCELERATOR__
namespace {
// Filled in by the driver. Not zero, so that it has bytes in the object file.
__attribute__((used, section(HCRT_UNIT_ID_SECTION))) unsigned char unit_id[HCRT_UNIT_ID_BYTES] = {1};
}  // namespace

#ifdef HCPY_AMP
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-internal"
template <class W>
void entry(typename Parameter<W>::type w);  // never defined here: only its mangled name is used
#pragma clang diagnostic pop

/// The kernel's name, and its record in the object file. The assembler writes both: clang's builtin for the
/// name is not a constant expression, and a record that is initialised at run time holds nothing to read.
template <class W>
__attribute__((noinline)) HCRT_CPU const char* kernel_name() {
  const char* name;
  asm(".pushsection .rodata.hcpy_names,\"a\",@progbits\n1: .asciz \"%p1\"\n.popsection\n"
      ".pushsection " HCRT_HOST_KERNEL_SECTION
      ",\"aw\",@progbits\n.balign 8\n.quad 1b, %c2\n.popsection\n"
      "lea 1b(%%rip), %0"
      : "=r"(name)
      : "Ws"(&entry<W>), "i"(sizeof(W)));
  return name;
}
#else
template <class W>
HCRT_CPU const char* kernel_name() {
  static const hcrt_host_kernel_record record __attribute__((used, section(HCRT_HOST_KERNEL_SECTION))) = {
      __builtin_sycl_unique_stable_name(typename KernelName<W>::type), sizeof(W)};
  return record.name;
}
#endif

/// Starts the kernel that `make` returns; it is made in the launch scope, so that views in it get bound.
template <class W, class Make>
HCRT_CPU Kalmar::completion_future launch(const Kalmar::accelerator_view& view, const LaunchShape& shape,
                                          const Make& make) {
  static const KernelId id{unit_id, kernel_name<W>()};
  return Kalmar::completion_future(checked([&] {
    LaunchScope scope(view.queue());
    const W kernel = make();
    return scope.launch(id, &kernel, sizeof kernel, shape);
  }));
}
#else
/// Makes the compiler emit the kernel; the host iteration launches it. Never run.
template <class W, class Make>
HCRT_CPU Kalmar::completion_future launch(const Kalmar::accelerator_view&, const LaunchShape&,
                                          const Make& make) {
#ifdef HCPY_AMP
  static_cast<void>(make);
  auto* const used = &entry<W>;  // its type has a calling convention of the target's own
  static_cast<void>(used);
#else
  const W kernel = make();
  if constexpr (std::is_pointer<typename Parameter<W>::type>::value)
    entry<typename KernelName<W>::type, W>(&kernel);
  else
    entry<typename KernelName<W>::type, W>(kernel);
#endif
  return Kalmar::completion_future();
}
#endif

/// HC: nothing to do over an empty extent; a negative one is an error.
template <int N>
HCRT_CPU bool is_empty(const Kalmar::extent<N>& e) {
  bool empty = false;
  for (int d = 0; d < N; ++d) {
    if (e[d] < 0) throw Kalmar::invalid_compute_domain("Extent is less than 0.");
    empty |= e[d] == 0;
  }
  return empty;
}

/// C++ AMP: an empty extent is an error too.
template <int N>
HCRT_CPU void require_domain(const Kalmar::extent<N>& e) {
  std::size_t items = 1;
  for (int d = 0; d < N; ++d) {
    if (e[d] <= 0) throw Kalmar::invalid_compute_domain("Extent is less or equal than 0.");
    items *= static_cast<std::size_t>(e[d]);
    if (items > 0xffffffffu) throw Kalmar::invalid_compute_domain("Extent size too large.");
  }
}

template <int N>
HCRT_CPU LaunchShape shape_of(const Kalmar::extent<N>& e) {
  LaunchShape shape;
  shape.rank = N < 3 ? N : 3;
  for (int d = 0; d < shape.rank; ++d) shape.global[d] = static_cast<std::uint64_t>(e[N - 1 - d]);
  return shape;
}

template <int N, class F>
HCRT_CPU Kalmar::completion_future launch_flat(const Kalmar::accelerator_view& view,
                                               const Kalmar::extent<N>& e, const F& f) {
  using Kernel = FlatKernel<N, F>;
  return launch<Kernel>(view, shape_of(e), [&] {
    Kernel kernel{f, {}};
    for (int d = 0; d < N; ++d) kernel.extent[d] = e[d];
    return kernel;
  });
}

template <int N, class Tile, class F>
HCRT_CPU Kalmar::completion_future launch_tiled(const Kalmar::accelerator_view& view,
                                                const Kalmar::extent<N>& e, const Tile& tile,
                                                unsigned dynamic_bytes, const F& f) {
  using Kernel = TiledKernel<N, Tile, F>;
  LaunchShape shape = shape_of(e);
  for (int d = 0; d < N; ++d) shape.group[d] = static_cast<unsigned>(tile.dim(N - 1 - d));
  shape.dynamic_bytes = dynamic_bytes;
  return launch<Kernel>(view, shape, [&] {
    Kernel kernel{f, tile, {}};
    for (int d = 0; d < N; ++d) kernel.extent[d] = e[d];
    return kernel;
  });
}

/// C++ AMP: a kernel without a view, or on the one of the auto selection, runs where the arrays are that it
/// holds.
template <class F>
HCRT_CPU Kalmar::accelerator_view view_for(const F& f) {
#ifdef __KALMAR_ACCELERATOR__
  static_cast<void>(f);
#else
  if (Queue* queue = checked([&] { return queue_of_captures(&f, sizeof f); })) return queue_view(queue);
#endif
  return Kalmar::accelerator().get_default_view();
}

/// C++ AMP's launches are complete on return, but for those that a task graph records.
HCRT_CPU inline void wait_for(const Kalmar::completion_future& launched) {
#ifdef __KALMAR_ACCELERATOR__
  static_cast<void>(launched);
#else
  if (!is_recorded(FutureAccess::event(launched).get())) launched.wait();
#endif
}

template <class F>
HCRT_CPU Kalmar::accelerator_view selected_view(const Kalmar::accelerator_view& view, const F& f) {
#ifndef __KALMAR_ACCELERATOR__
  if (view.get_is_auto_selection()) return view_for(f);
#else
  static_cast<void>(f);
#endif
  return view;
}

}  // namespace detail
}  // namespace hcrt

namespace hc {

/// Starts the kernel f(index<N>) for each point of the extent; f() is accepted too. Returns at once. Over
/// nothing the future is empty. Throws invalid_compute_domain for a negative extent.
template <int N, class F>
HCRT_CPU Kalmar::completion_future parallel_for_each(const Kalmar::accelerator_view& view,
                                                     const Kalmar::extent<N>& e, const F& f) {
  if (hcrt::detail::is_empty(e)) return Kalmar::completion_future();
  return hcrt::detail::launch_flat(view, e, f);
}
template <int N, class F>
HCRT_CPU Kalmar::completion_future parallel_for_each(const Kalmar::extent<N>& e, const F& f) {
  return parallel_for_each(Kalmar::accelerator::get_auto_selection_view(), e, f);
}

/// The same in tiles: f(tiled_index<N>). Tiles at the upper edge are smaller where they don't divide it.
template <int N, class F>
HCRT_CPU Kalmar::completion_future parallel_for_each(const Kalmar::accelerator_view& view,
                                                     const tiled_extent<N>& e, const F& f) {
  if (hcrt::detail::is_empty<N>(e)) return Kalmar::completion_future();
  hcrt::detail::RunTimeTile<N> tile;
  for (int d = 0; d < N; ++d) {
    tile.size[d] = e.tile_dim[d];
    if (e.tile_dim[d] <= 0) throw Kalmar::invalid_compute_domain("The extent of the tile is not positive.");
  }
  return hcrt::detail::launch_tiled<N>(view, e, tile, e.get_dynamic_group_segment_size(), f);
}
template <int N, class F>
HCRT_CPU Kalmar::completion_future parallel_for_each(const tiled_extent<N>& e, const F& f) {
  return parallel_for_each(Kalmar::accelerator::get_auto_selection_view(), e, f);
}

}  // namespace hc

namespace Concurrency {

/// Runs the kernel f(index<N>) for each point of the extent and waits for it: on the view given, or on that
/// of the arrays that f holds, or on the default one. Throws invalid_compute_domain where the extent is not
/// positive.
template <int N, class F>
HCRT_CPU void parallel_for_each(const Kalmar::accelerator_view& view, const Kalmar::extent<N>& e,
                                const F& f) {
  hcrt::detail::require_domain(e);
  hcrt::detail::wait_for(hcrt::detail::launch_flat(hcrt::detail::selected_view(view, f), e, f));
}
template <int N, class F>
HCRT_CPU void parallel_for_each(const Kalmar::extent<N>& e, const F& f) {
  parallel_for_each(hcrt::detail::view_for(f), e, f);
}

/// The same in tiles, which must divide the extent: f(tiled_index<D0, D1, D2>).
template <int D0, int D1, int D2, class F>
HCRT_CPU void parallel_for_each(const Kalmar::accelerator_view& view, const tiled_extent<D0, D1, D2>& e,
                                const F& f) {
  using Tile = hcrt::detail::CompileTimeTile<D0, D1, D2>;
  static_assert(hcrt::detail::StaticTile<D0, D1, D2>::items <= 1024, "a tile has at most 1024 work-items");
  hcrt::detail::require_domain<Tile::rank>(e);
  for (int d = 0; d < Tile::rank; ++d)
    if (e[d] % Tile().dim(d) != 0)
      throw Kalmar::invalid_compute_domain("Extent can't be evenly divisible by tile size.");
  hcrt::detail::wait_for(
      hcrt::detail::launch_tiled<Tile::rank>(hcrt::detail::selected_view(view, f), e, Tile(), 0, f));
}
template <int D0, int D1, int D2, class F>
HCRT_CPU void parallel_for_each(const tiled_extent<D0, D1, D2>& e, const F& f) {
  parallel_for_each(hcrt::detail::view_for(f), e, f);
}

}  // namespace Concurrency
#endif
