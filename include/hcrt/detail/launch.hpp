// parallel_for_each: the function objects that kernels are, their entries, and the launch.
#ifndef HCRT_DETAIL_LAUNCH_HPP
#define HCRT_DETAIL_LAUNCH_HPP

#include <cstddef>
#include <new>
#include <type_traits>

#include "../abi.h"
#include "accelerator_view.hpp"
#include "by_reference.hpp"
#include "kernel.hpp"
#include "shape.hpp"

namespace hcrt {
namespace detail {

/// What a kernel's entry takes: the function object, or its address where it is too large for a GPU's
/// parameters. On the host a pointer always: the x86 ABI scatters small objects over registers.
template <class W>
struct Parameter {
#ifdef HCRT_GPU_TARGET
  using type = hcrt::conditional_t<(sizeof(W) <= HCRT_MAX_PARAMETER_BYTES), W, const W*>;
#else
  using type = const W*;
#endif
};

template <class W>
HCRT_AMP HCRT_PART_OF_ENTRY inline void run_kernel(const W& w) {
  w();
}
template <class W>
HCRT_AMP HCRT_PART_OF_ENTRY inline void run_kernel(const W* w) {
  (*w)();
}
#undef HCRT_PART_OF_ENTRY

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
#ifdef HCRT_HOST_TEXT_ALONE
// Assembly and bitcode that hcc writes have no kernels: a program of it fails to link, not at a launch.
extern const unsigned char unit_id[HCRT_UNIT_ID_BYTES] __asm__(
    "the kernels of this file (hcc -S and -emit-llvm write its host part alone: compile the source with -c)");
#else
// Filled in by the driver. Not zero, so that it has bytes in the object file; const, so that its section is
// not writable once and read-only another time, as the optimiser finds it.
__attribute__((used, section(HCRT_UNIT_ID_SECTION))) const unsigned char unit_id[HCRT_UNIT_ID_BYTES] = {1};
#endif
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

/// What libhcrt does to a user's function object in a launch. Null where its bytes are all there is to it.
template <class F>
struct FunctionObject {
  HCRT_CPU static void copy(void* to, const void* from) {
    const F& function = *static_cast<const F*>(from);
    if constexpr (has_references<F>) hold_references(function);
    ::new (to) F(function);
  }
  HCRT_CPU static void destroy(void* function) { static_cast<F*>(function)->~F(); }

  static constexpr auto copier = std::is_trivially_copyable<F>::value && !has_references<F> ? nullptr : copy;
  static constexpr auto destroyer = std::is_trivially_destructible<F>::value ? nullptr : destroy;
};

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winvalid-offsetof"  // kernels are aggregates, for any lambda
template <int N, class F>
HCRT_CPU const KernelType& kernel_type(const FlatKernel<N, F>*) {
  using W = FlatKernel<N, F>;
  static const KernelType type = {unit_id,
                                  kernel_name<W>,
                                  FunctionObject<F>::copier,
                                  FunctionObject<F>::destroyer,
                                  has_number_at<F>,
                                  sizeof(F),
                                  sizeof(W),
                                  offsetof(W, extent),
                                  0,
                                  N,
                                  nullptr};
  return type;
}
template <int N, class Tile, class F>
HCRT_CPU const KernelType& kernel_type(const TiledKernel<N, Tile, F>*) {
  using W = TiledKernel<N, Tile, F>;
  static const KernelType type = {unit_id,
                                  kernel_name<W>,
                                  FunctionObject<F>::copier,
                                  FunctionObject<F>::destroyer,
                                  has_number_at<F>,
                                  sizeof(F),
                                  sizeof(W),
                                  offsetof(W, extent),
                                  Tile::in_type ? 0 : offsetof(W, tile),
                                  N,
                                  nullptr};
  return type;
}
#pragma clang diagnostic pop

/// HC's launch; view: null for the default one. libhcrt makes the kernel, a copy of f and the domain.
template <class W, class F>
HCRT_CPU Kalmar::completion_future launch_hc(Queue* view, const F& f, const int* extent, const int* tile,
                                             unsigned dynamic_bytes) {
  alignas(W) unsigned char storage[sizeof(W)];
  return Kalmar::completion_future(hcrt::launch_hc(
      view, {kernel_type(static_cast<const W*>(nullptr)), &f, storage, extent, tile, dynamic_bytes}));
}

/// C++ AMP's.
template <class W, class F>
HCRT_CPU void launch_amp(Queue* view, const F& f, const int* extent, const int* tile) {
  alignas(W) unsigned char storage[sizeof(W)];
  hcrt::launch_amp(view, {kernel_type(static_cast<const W*>(nullptr)), &f, storage, extent, tile, 0});
}
#else
/// Makes the compiler emit the kernel; the host iteration launches it. Never run.
template <class W, class F>
HCRT_CPU Kalmar::completion_future launch_hc(Queue*, const F&, const int*, const int*, unsigned) {
#ifdef HCPY_AMP
  auto* const used = &entry<W>;  // its type has a calling convention of the target's own
  static_cast<void>(used);
#else
  const W* const kernel = nullptr;
  if constexpr (std::is_pointer<typename Parameter<W>::type>::value)
    entry<typename KernelName<W>::type, W>(kernel);
  else
    entry<typename KernelName<W>::type, W>(*kernel);
#endif
  return Kalmar::completion_future();
}
template <class W, class F>
HCRT_CPU void launch_amp(Queue* view, const F& f, const int* extent, const int* tile) {
  launch_hc<W>(view, f, extent, tile, 0);
}
#endif

/// The view's own queue, which may be that of the auto selection.
HCRT_CPU inline Queue* queue_of(const Kalmar::accelerator_view& view) {
#ifdef __KALMAR_ACCELERATOR__
  static_cast<void>(view);
  return nullptr;
#else
  return view.internal().get();
#endif
}

/// Has it the code of a kernel in its type? A function's address means nothing to a device.
template <class F>
HCRT_CPU constexpr bool is_kernel() {
  static_assert(
      std::is_class<F>::value,
      "a kernel must be a lambda or a function object; for a function, write a lambda that calls it");
  return std::is_class<F>::value;
}

template <int N, class F>
HCRT_CPU Kalmar::completion_future launch_flat(Queue* view, const Kalmar::extent<N>& e, const F& f) {
  if constexpr (is_kernel<F>()) return launch_hc<FlatKernel<N, F>>(view, f, components(e), nullptr, 0);
}

template <int N, class F>
HCRT_CPU Kalmar::completion_future launch_tiled(Queue* view, const hc::tiled_extent<N>& e, const F& f) {
  const Kalmar::extent<N>& domain = e;
  if constexpr (is_kernel<F>())
    return launch_hc<TiledKernel<N, RunTimeTile<N>, F>>(view, f, components(domain), e.tile_dim,
                                                        e.get_dynamic_group_segment_size());
}

template <int N, class F>
HCRT_CPU void run_flat(Queue* view, const Kalmar::extent<N>& e, const F& f) {
  if constexpr (is_kernel<F>()) launch_amp<FlatKernel<N, F>>(view, f, components(e), nullptr);
}

template <int D0, int D1, int D2, class F>
HCRT_CPU void run_tiled(Queue* view, const Concurrency::tiled_extent<D0, D1, D2>& e, const F& f) {
  using Tile = CompileTimeTile<D0, D1, D2>;
  static_assert(StaticTile<D0, D1, D2>::items <= 1024, "a tile has at most 1024 work-items");
  static_assert(Tile::rank < 3 || D0 <= 64, "the first dimension of a tile of rank 3 is at most 64");
  const Kalmar::extent<Tile::rank>& domain = e;
  static constexpr int dimensions[] = {D0, D1, D2};
  if constexpr (is_kernel<F>())
    launch_amp<TiledKernel<Tile::rank, Tile, F>>(view, f, components(domain), dimensions);
}

}  // namespace detail
}  // namespace hcrt

namespace hc {

/// Starts a kernel for each point of an extent, and returns at once.
/// \param view where it runs, after the view's earlier work; without it the default device's default view
/// \param e the work-items in each dimension, the slowest first
/// \param f the kernel, f(index<N>) or f()
/// \return the launch's future; an empty one over nothing
/// \throws invalid_compute_domain for a negative extent
template <int N, class F>
HCRT_CPU Kalmar::completion_future parallel_for_each(const Kalmar::accelerator_view& view,
                                                     const Kalmar::extent<N>& e, const F& f) {
  return hcrt::detail::launch_flat(hcrt::detail::queue_of(view), e, f);
}
template <int N, class F>
HCRT_CPU Kalmar::completion_future parallel_for_each(const Kalmar::extent<N>& e, const F& f) {
  return hcrt::detail::launch_flat(nullptr, e, f);
}

/// Starts a kernel in tiles, and returns at once.
/// \param view where it runs, after the view's earlier work; without it the default device's default view
/// \param e the tiles; those at the upper edge are smaller where they don't divide the extent
/// \param f the kernel, f(tiled_index<N>)
/// \return the launch's future; an empty one over nothing
/// \throws invalid_compute_domain for a negative extent, or a tile that the device can't run
template <int N, class F>
HCRT_CPU Kalmar::completion_future parallel_for_each(const Kalmar::accelerator_view& view,
                                                     const tiled_extent<N>& e, const F& f) {
  return hcrt::detail::launch_tiled(hcrt::detail::queue_of(view), e, f);
}
template <int N, class F>
HCRT_CPU Kalmar::completion_future parallel_for_each(const tiled_extent<N>& e, const F& f) {
  return hcrt::detail::launch_tiled(nullptr, e, f);
}

}  // namespace hc

namespace Concurrency {

/// Runs a kernel for each point of an extent and waits for it.
/// \param view where it runs; without it the view of the arrays that f holds, or the default one
/// \param e the work-items in each dimension, the slowest first
/// \param f the kernel, f(index<N>)
/// \throws invalid_compute_domain where the extent is not positive
template <int N, class F>
HCRT_CPU void parallel_for_each(const Kalmar::accelerator_view& view, const Kalmar::extent<N>& e,
                                const F& f) {
  hcrt::detail::run_flat(hcrt::detail::queue_of(view), e, f);
}
template <int N, class F>
HCRT_CPU void parallel_for_each(const Kalmar::extent<N>& e, const F& f) {
  hcrt::detail::run_flat(nullptr, e, f);
}

/// Runs a kernel in tiles and waits for it.
/// \param view where it runs; without it the view of the arrays that f holds, or the default one
/// \param e the tiles, which must divide the extent
/// \param f the kernel, f(tiled_index<D0, D1, D2>)
/// \throws invalid_compute_domain where the extent is not positive, or the tiles don't divide it
template <int D0, int D1, int D2, class F>
HCRT_CPU void parallel_for_each(const Kalmar::accelerator_view& view, const tiled_extent<D0, D1, D2>& e,
                                const F& f) {
  hcrt::detail::run_tiled(hcrt::detail::queue_of(view), e, f);
}
template <int D0, int D1, int D2, class F>
HCRT_CPU void parallel_for_each(const tiled_extent<D0, D1, D2>& e, const F& f) {
  hcrt::detail::run_tiled(nullptr, e, f);
}

}  // namespace Concurrency
#endif
