// What the algorithms work on: the elements of an array, of an array_view or at a device pointer.
#ifndef HCRT_ALGORITHMS_RANGE_HPP
#define HCRT_ALGORITHMS_RANGE_HPP

#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include "../../hc.hpp"
#include "../../hc_am.hpp"
#include "../pstl/sequence.hpp"

namespace hc {

/// Elements at a device pointer: memory of am_alloc(), or of a library for the same device. It owns nothing,
/// and nothing waits for other work on the memory but the order of the accelerator_view.
template <class T>
class device_span {
 public:
  typedef T value_type;

  HCRT_BOTH device_span(T* first, std::size_t count) : first_(first), count_(count) {}
  /// The address of the first element, for kernels.
  HCRT_BOTH T* data() const { return first_; }
  /// How many elements.
  HCRT_BOTH std::size_t size() const { return count_; }

 private:
  T* first_;
  std::size_t count_;
};

}  // namespace hc

namespace hcrt {
namespace algorithms {

using pstl::lone_items;
using pstl::Slot;

/// A place in a range: the largest of them have more than 2^31 elements.
typedef std::int64_t Place;

template <class T>
using View = Kalmar::array_view<T, 1>;

template <class T>
constexpr bool is_element = pstl::is_device_value<hcrt::remove_const_t<T>>::value;

// What a kernel captures of a range. data() is for kernels alone.
template <class T>
struct SpanRange {
  typedef T type;
  static_assert(is_element<T>, "algorithms take elements of up to 64 bytes that are copied as bytes");
  T* first;
  Place count;
  HCRT_BOTH T* data() const { return first; }
};
template <class T>
struct ViewRange {
  typedef T type;
  static_assert(is_element<T>, "algorithms take elements of up to 64 bytes that are copied as bytes");
  View<T> view;
  Place count;
  HCRT_BOTH T* data() const { return view.accelerator_pointer(); }
};

/// Only declared where R is a range: its kernel form, and the accelerator_view that its work goes to where
/// the caller names none.
template <class R>
struct RangeOf {};
template <class T>
struct RangeOf<hc::device_span<T>> {
  typedef SpanRange<T> type;
  HCRT_CPU static type make(const hc::device_span<T>& span) {
    return type{span.data(), static_cast<Place>(span.size())};
  }
  HCRT_CPU static Kalmar::accelerator_view home(const hc::device_span<T>& span) {
    hc::AmPointerInfo info;
    const bool known = hc::am_memtracker_getinfo(&info, span.data()) == AM_SUCCESS;
    return known ? info._acc.get_default_view() : Kalmar::accelerator::get_auto_selection_view();
  }
};
template <class T>
struct RangeOf<Kalmar::array_view<T, 1>> {
  typedef ViewRange<T> type;
  HCRT_CPU static type make(const View<T>& view) { return type{view, view.get_extent()[0]}; }
  HCRT_CPU static Kalmar::accelerator_view home(const View<T>& view) {
    return view.get_source_accelerator_view();
  }
};
template <class T>
struct RangeOf<Kalmar::array<T, 1>> {
  typedef ViewRange<T> type;
  HCRT_CPU static type make(Kalmar::array<T, 1>& array) {
    return type{View<T>(array), array.get_extent()[0]};
  }
  HCRT_CPU static Kalmar::accelerator_view home(const Kalmar::array<T, 1>& array) {
    return array.get_accelerator_view();
  }
};
template <class T>
struct RangeOf<const Kalmar::array<T, 1>> {
  typedef ViewRange<const T> type;
  HCRT_CPU static type make(const Kalmar::array<T, 1>& array) {
    return type{View<const T>(array), array.get_extent()[0]};
  }
  HCRT_CPU static Kalmar::accelerator_view home(const Kalmar::array<T, 1>& array) {
    return array.get_accelerator_view();
  }
};

// A range's type without its reference; const says nothing of views and spans.
template <class R>
struct BareRange {
  typedef hcrt::decay_t<R> type;
};
template <class T>
struct BareRange<const Kalmar::array<T, 1>&> {
  typedef const Kalmar::array<T, 1> type;
};
template <class R>
using Traits = RangeOf<typename BareRange<R>::type>;
template <class R>
using KernelRange = typename Traits<R>::type;
/// The type of a range's elements; const where they can't be written.
template <class R>
using ElementOf = typename KernelRange<R>::type;
template <class R>
using ValueOf = hcrt::remove_const_t<ElementOf<R>>;

template <class R, class = void>
struct IsRange : std::false_type {};
template <class R>
struct IsRange<R, hcrt::void_t<KernelRange<R>>> : std::true_type {};
/// Are these ranges?
template <class... R>
using IfRanges = hcrt::enable_if_t<(IsRange<R>::value && ...), int>;

template <class R>
HCRT_CPU KernelRange<R> range_of(R&& range) {
  return Traits<R>::make(range);
}
template <class R>
HCRT_CPU Kalmar::accelerator_view home_of(R&& range) {
  return Traits<R>::home(range);
}

/// How kernels of an accelerator work together.
enum class Way {
  host,   // each work-item alone, on its own chunk
  waves,  // NVIDIA's GPUs: waves of 32, and tiles that started before others go on: one pass with look-back
  tiles   // tiles that know nothing of one another: several kernels
};
HCRT_CPU inline Way way_of(const Kalmar::accelerator_view& view) {
  const std::wstring path = view.get_accelerator().get_device_path();
  return path == L"host" ? Way::host : path.compare(0, 4, L"cuda") == 0 ? Way::waves : Way::tiles;
}

/// With HCPY_VERBOSE=1, one line on how an algorithm goes about its work.
HCRT_CPU inline void tell(const char* algorithm, Place count, Way way, const char* how) {
  static const char* const verbose = std::getenv("HCPY_VERBOSE");
  if (!verbose || *verbose != '1') return;
  static const char* const names[] = {"host", "waves", "tiles"};
  std::fprintf(stderr, "hcrt: %s of %lld elements, %s: %s\n", algorithm, static_cast<long long>(count),
               names[static_cast<int>(way)], how);
}

/// Memory that the kernels of one call share. It lives until the last of them is done; it is not initialised.
template <class T>
HCRT_CPU View<T> scratch(const Kalmar::accelerator_view& queue, Place count) {
  if (count > INT_MAX) hcrt::detail::fail("algorithms that need a copy take up to 2^31 - 1 elements");
  Kalmar::array<T, 1> memory(Kalmar::extent<1>(static_cast<int>(count > 0 ? count : 1)), queue);
  View<T> view(memory);
  view.discard_data();
  return view;
}

/// Work-items of a tile, of all kernels but the host's, and elements that one of them reads at once: 16
/// bytes.
constexpr int tile_items = 256;
constexpr int piece_of(std::size_t bytes) {
  return bytes == 1 ? 16 : bytes == 2 ? 8 : bytes == 4 ? 4 : bytes == 8 ? 2 : 1;
}

/// Starts tiles of so many work-items, or of lone ones on the host.
template <class F>
HCRT_CPU Kalmar::completion_future launch_tiles(const Kalmar::accelerator_view& queue, Way way, Place tiles,
                                                const F& f, int many = tile_items) {
  const int items = way == Way::host ? 1 : many;
  return hc::parallel_for_each(queue, Kalmar::extent<1>(static_cast<int>(tiles) * items).tile(items), f);
}

/// A range cut into chunks of whole units, the last of which may be shorter: one for each tile.
struct Chunks {
  Place size;
  Place count;
};
HCRT_CPU inline Chunks chunks_of(const Kalmar::accelerator_view& queue, Way way, Place count, Place unit,
                                 int each_cu) {
  const unsigned cus = queue.get_accelerator().get_cu_count();
  const Place most = static_cast<Place>(cus ? cus : 1) * (way == Way::host ? 4 : each_cu);
  const Place step = way == Way::host ? 4096 : unit;
  if (count <= 0) return Chunks{step, 0};
  const Place units = (count + step - 1) / step;
  const Place size = (units + most - 1) / most * step;
  return Chunks{size, (count + size - 1) / size};
}

}  // namespace algorithms
}  // namespace hcrt
#endif
