// array_view<T, N>: a view of elements that are wherever they are used: on the host or in kernels.
#ifndef HCRT_DETAIL_ARRAY_VIEW_HPP
#define HCRT_DETAIL_ARRAY_VIEW_HPP

#include <type_traits>
#include <utility>

#include "binding.hpp"
#include "buffers.hpp"
#include "check.hpp"
#include "serialize.hpp"
#include "shape.hpp"

namespace hcrt {
namespace detail {

/// Has it data() of elements that a view of T may hold, and size()?
template <class C, class T, class = void>
struct is_container : std::false_type {};
template <class C, class T>
struct is_container<C, T,
                    hcrt::enable_if_t<std::is_convertible<decltype(std::declval<C&>().data()), T*>::value &&
                                      std::is_integral<decltype(std::declval<C&>().size())>::value>>
    : std::is_same<hcrt::remove_cv_t<hcrt::remove_pointer_t<decltype(std::declval<C&>().data())>>,
                   hcrt::remove_cv_t<T>> {};

/// The container's memory, which must hold `count` elements.
template <class C>
HCRT_CPU auto elements_of(C& source, std::size_t count) -> decltype(source.data()) {
  if (static_cast<std::size_t>(source.size()) < count)
    fail_argument("array_view: the container has fewer elements than the extent");
  return source.data();
}

/// What views may be made of besides their extent: containers and pointers.
template <class S, class T>
constexpr bool is_view_source = is_container<S, T>::value || std::is_convertible<S, T*>::value;

struct ViewAccess;

// C++ AMP: members that views of const elements have not.
#ifdef HCPY_AMP
#define HCRT_IF_WRITABLE(also) \
  __attribute__((enable_if(!std::is_const<T>::value && (also), "a view of elements that can be written")))
#else
#define HCRT_IF_WRITABLE(also) __attribute__((enable_if(also, "as many arguments as the rank")))
#endif

/// C++ AMP: arrays and views have elements in every dimension. HC: some may have none. In both, their size in
/// bytes is a number of 64 bits.
template <int N>
HCRT_BOTH void require_elements(const Kalmar::extent<N>& e, std::size_t element_bytes) {
#if !defined(__KALMAR_ACCELERATOR__)
  require_extent(components(e), N, element_bytes, view_emptiness);
#else
  static_cast<void>(e);
  static_cast<void>(element_bytes);
#endif
}

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

template <class T, int N>
class array;
template <class T, int N>
class array_view;

}  // namespace Kalmar

namespace hcrt {
namespace detail {

/// What one subscript gives: an element, or a view of the rest of the dimensions.
template <class T, int N>
struct RowOf {
  using type = Kalmar::array_view<T, N - 1>;
};
template <class T>
struct RowOf<T, 1> {
  using type = T&;
};
template <class T, int N>
using Row = typename RowOf<T, N>::type;

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

/// N-dimensional view of T (const T: read-only). Copies share the elements. Elements written in a kernel
/// are seen by the host through the view at once, and in its host memory after synchronize() or
/// when the last view of it ends. Not safe for concurrent writes by several host threads.
template <class T, int N = 1>
class array_view {
  using Element = hcrt::remove_cv_t<T>;
  using Binding = hcrt::detail::Binding<T>;
  using Shape = hcrt::detail::Shape<N>;
  static_assert(hcrt::detail::ElementRules<T>::value, "");

 public:
  static inline constexpr int rank = N;
  typedef T value_type;

  HCRT_BOTH array_view() {}
#ifdef __KALMAR_ACCELERATOR__
  HCRT_BOTH array_view(const array_view& other) = default;
#else
  // In a launch: only the bytes that the view reaches over go to the accelerator.
  HCRT_BOTH array_view(const array_view& other) noexcept
      : binding_(other.binding_, other.shape_), shape_(other.shape_) {}
#endif
  HCRT_BOTH array_view& operator=(const array_view& other) = default;

  /// The elements of an array.
  HCRT_BOTH array_view(array<Element, N>& source);
  template <class U = T, class = hcrt::enable_if_t<std::is_const<U>::value>>
  HCRT_BOTH array_view(const array<Element, N>& source);
  template <class U, class = hcrt::enable_if_t<std::is_same<const U, T>::value>>
  HCRT_BOTH array_view(const array_view<U, N>& other);

  /// Views the memory of a container, or at a pointer: it must stay there as long as views of it do.
  /// \param e the elements in each dimension, the slowest first; without it those of the container
  /// \param source the container
  /// \throws runtime_exception where the container has fewer elements than the extent
  template <class C, class = hcrt::enable_if_t<hcrt::detail::is_container<C, T>::value>>
  HCRT_CPU array_view(const Kalmar::extent<N>& e, C& source)
      : array_view(e, hcrt::detail::elements_of(source, hcrt::detail::element_count(e))) {}
  template <class C, class = hcrt::enable_if_t<hcrt::detail::is_container<const C, T>::value>>
  HCRT_CPU array_view(const Kalmar::extent<N>& e, const C& source)
      : array_view(e, hcrt::detail::elements_of(source, hcrt::detail::element_count(e))) {}
  template <class C, class = hcrt::enable_if_t<N == 1 && hcrt::detail::is_container<C, T>::value>>
  HCRT_CPU explicit array_view(C& source)
      : array_view(Kalmar::extent<N>(hcrt::detail::component(source.size())), source.data()) {}
  template <class C, class = hcrt::enable_if_t<N == 1 && hcrt::detail::is_container<const C, T>::value>>
  HCRT_CPU explicit array_view(const C& source)
      : array_view(Kalmar::extent<N>(hcrt::detail::component(source.size())), source.data()) {}
  template <class U, std::size_t Size,
            class = hcrt::enable_if_t<N == 1 && std::is_convertible<U (*)[], T (*)[]>::value>>
  HCRT_BOTH explicit array_view(U (&source)[Size]) : array_view(Kalmar::extent<N>(int(Size)), source) {}
#ifdef __KALMAR_ACCELERATOR__
  HCRT_BOTH array_view(const Kalmar::extent<N>& e, T* source) : binding_(source), shape_(e) {}
#else
  HCRT_BOTH array_view(const Kalmar::extent<N>& e, T* source) : binding_(e, source), shape_(e) {}
#endif
  /// No host memory: storage appears where the view is first used, its elements zero. C++ AMP:
  /// views of const elements need a source.
  HCRT_CPU HCRT_IF_WRITABLE(true) explicit array_view(const Kalmar::extent<N>& e)
      : array_view(e, static_cast<T*>(hcrt::detail::memory_of_host())) {}

  HCRT_CPU HCRT_IF_WRITABLE(N == 1) explicit array_view(int e0) : array_view(Kalmar::extent<N>(e0)) {}
  HCRT_CPU HCRT_IF_WRITABLE(N == 2) array_view(int e0, int e1) : array_view(Kalmar::extent<N>(e0, e1)) {}
  HCRT_CPU HCRT_IF_WRITABLE(N == 3) array_view(int e0, int e1, int e2)
      : array_view(Kalmar::extent<N>(e0, e1, e2)) {}
  template <class S, class = hcrt::enable_if_t<N == 1 && hcrt::detail::is_view_source<S, T>>>
  HCRT_BOTH array_view(int e0, S&& source) : array_view(Kalmar::extent<N>(e0), source) {}
  template <class S, class = hcrt::enable_if_t<N == 2 && hcrt::detail::is_view_source<S, T>>>
  HCRT_BOTH array_view(int e0, int e1, S&& source) : array_view(Kalmar::extent<N>(e0, e1), source) {}
  template <class S, class = hcrt::enable_if_t<N == 3 && hcrt::detail::is_view_source<S, T>>>
  HCRT_BOTH array_view(int e0, int e1, int e2, S&& source)
      : array_view(Kalmar::extent<N>(e0, e1, e2), source) {}

  /// The elements in each dimension.
  HCRT_BOTH Kalmar::extent<N> get_extent() const { return shape_.extent; }
  /// C++ AMP: where the elements come from, "cpu" for host memory; throws where there is no source. HC: the
  /// view of an array, or the default one.
  HCRT_DIALECT HCRT_CPU accelerator_view get_source_accelerator_view() const {
#ifdef HCPY_AMP
    return hcrt::detail::buffer_source_view(binding_.buffer());
#else
    return hcrt::detail::buffer_view(binding_.buffer());
#endif
  }
  __declspec(property(get = get_extent)) Kalmar::extent<N> extent;
  __declspec(property(get = get_source_accelerator_view)) accelerator_view source_accelerator_view;

  /// The distance, in elements, between neighbours in dimension d.
  HCRT_BOTH std::ptrdiff_t get_stride(int d) const { return shape_.step(d); }
  /// The distance, in elements, of an element from the view's first one.
  HCRT_BOTH std::ptrdiff_t get_raw_index(const index<N>& i) const { return shape_.offset(i); }

  HCRT_BOTH T& operator[](const index<N>& i) const {
    HCRT_CHECK_INDEX(i, shape_.extent);
    return *binding_.element(shape_.offset(i), shape_);
  }
  HCRT_BOTH T& operator()(const index<N>& i) const { return (*this)[i]; }
  /// The element of a view of rank 1, or the view of rank N - 1 at i in the slowest dimension.
  HCRT_BOTH hcrt::detail::Row<T, N> operator[](int i) const {
    HCRT_CHECK_ROW(i, shape_.extent);
    if constexpr (N == 1)
      return (*binding_.element(i, shape_));
    else
      return array_view<T, N - 1>(binding_.at(i * shape_.step(0)), shape_.row());
  }
  HCRT_BOTH hcrt::detail::Row<T, N> operator()(int i) const { return (*this)[i]; }
  HCRT_BOTH T& operator()(int i0, int i1) const {
    static_assert(N == 2, "two indices need an array or a view of rank 2");
    return (*this)[index<N>(i0, i1)];
  }
  HCRT_BOTH T& operator()(int i0, int i1, int i2) const {
    static_assert(N == 3, "three indices need an array or a view of rank 3");
    return (*this)[index<N>(i0, i1, i2)];
  }
  /// As operator[].
  HCRT_BOTH T& get_ref(const index<N>& i) const { return (*this)[i]; }

  /// A part of the view.
  /// \param origin index of its first element; without it the view's first
  /// \param e its elements in each dimension; without it all from the origin on
  /// \return a view of the same elements
  /// \throws runtime_exception where it does not lie in the view
  HCRT_BOTH array_view section(const index<N>& origin, const Kalmar::extent<N>& e) const {
    HCRT_HOST_REQUIRE(contains(origin, e), fail_section(shape_, origin, e));
    return array_view(binding_.at(shape_.offset(origin)), shape_.box(e));
  }
  HCRT_BOTH array_view section(const index<N>& origin) const {
    return section(origin, shape_.extent - origin);
  }
  HCRT_BOTH array_view section(const Kalmar::extent<N>& e) const { return section(index<N>(), e); }
  HCRT_BOTH array_view section(int i0, int e0) const {
    static_assert(N == 1, "section of two integers needs the rank 1");
    return section(index<N>(i0), Kalmar::extent<N>(e0));
  }
  HCRT_BOTH array_view section(int i0, int i1, int e0, int e1) const {
    static_assert(N == 2, "section of four integers needs the rank 2");
    return section(index<N>(i0, i1), Kalmar::extent<N>(e0, e1));
  }
  HCRT_BOTH array_view section(int i0, int i1, int i2, int e0, int e1, int e2) const {
    static_assert(N == 3, "section of six integers needs the rank 3");
    return section(index<N>(i0, i1, i2), Kalmar::extent<N>(e0, e1, e2));
  }

  /// The same bytes as elements of another type; rank 1 only. Throws where a remainder would be left.
  template <class U>
  HCRT_BOTH array_view<hcrt::conditional_t<std::is_const<T>::value, const U, U>, 1> reinterpret_as() const {
    static_assert(N == 1, "reinterpret_as needs a view of rank 1");
    static_assert(!std::is_pointer<U>::value, "reinterpret_as can't make pointers");
    using To = hcrt::conditional_t<std::is_const<T>::value, const U, U>;
    const std::size_t bytes = hcrt::detail::element_count(shape_.extent) * sizeof(T);
    HCRT_HOST_REQUIRE(bytes % sizeof(U) == 0,
                      hcrt::detail::fail_sizes("reinterpret_as", "the bytes leave a remainder", 0,
                                               static_cast<long long>(bytes), sizeof(U)));
    return array_view<To, 1>(
        binding_.template at<To>(0),
        hcrt::detail::Shape<1>(Kalmar::extent<1>(hcrt::detail::component(bytes / sizeof(U)))));
  }
  /// The elements, in order, as a view of another extent; throws where that holds more.
  template <int K>
  HCRT_BOTH array_view<T, K> view_as(const Kalmar::extent<K>& e) const {
    static_assert(N == 1, "view_as needs a view of rank 1");
    hcrt::detail::require_elements(e, sizeof(T));
    HCRT_HOST_REQUIRE(
        hcrt::detail::element_count(e) <= hcrt::detail::element_count(shape_.extent),
        hcrt::detail::fail_sizes("view_as", "the new extent holds more elements than the view", 0,
                                 static_cast<long long>(hcrt::detail::element_count(e)),
                                 static_cast<long long>(hcrt::detail::element_count(shape_.extent))));
    return array_view<T, K>(binding_, hcrt::detail::Shape<K>(e));
  }

  /// Rank 1: the address of the first element; on the host all elements are made current there.
  HCRT_BOTH T* data() const {
    static_assert(N == 1, "data() needs a view of rank 1");
#ifdef __KALMAR_ACCELERATOR__
    return binding_.element(0);
#else
    return binding_.host(shape_.span() * sizeof(T));
#endif
  }
  /// Does nothing: there for hcc's function objects, whose __cxxamp_serialize calls that of their members.
  HCRT_CPU void __cxxamp_serialize(Kalmar::Serialize&) const {}

  /// The address of the view's first element: in kernels where they run, on the host that on the array's
  /// device or, over host memory, on the default accelerator. Good until the elements are used elsewhere.
  HCRT_BOTH T* accelerator_pointer() const {
#ifdef __KALMAR_ACCELERATOR__
    return binding_.data();
#else
    char* const first = static_cast<char*>(hcrt::detail::buffer_device_pointer(binding_.buffer()));
    return reinterpret_cast<T*>(first + binding_.offset());
#endif
  }

  /// The distance in elements, and the index, of the view's first element in the buffer that it is part of.
  HCRT_BOTH int get_offset() const { return hcrt::detail::component(binding_.offset() / sizeof(T)); }
  /// The index of the view's first element in the buffer that it is part of.
  HCRT_BOTH index<N> get_index_base() const {
    return shape_.index_at(static_cast<std::ptrdiff_t>(binding_.offset() / sizeof(T)));
  }
  /// The handle of the elements' buffer: equal for views of the same elements.
  HCRT_BOTH const hcrt::Ref<hcrt::Buffer>& internal() const { return binding_.buffer(); }

  /// Makes the view's host memory or array current. With write access, the program may then
  /// change that without the view.
  HCRT_CPU void synchronize() const { synchronize_async().wait(); }
  HCRT_CPU void synchronize(access_type access) const {
    if (access & access_type_write)
      binding_.synchronize_for_writing(shape_);
    else
      synchronize();
  }
  /// As synchronize(), without waiting.
  /// \return the copy's future
  HCRT_CPU completion_future synchronize_async() const { return binding_.synchronize(shape_); }
  HCRT_CPU completion_future synchronize_async(access_type access) const {
    if (access & access_type_write) synchronize(access);
    return synchronize_async();
  }
  /// Makes the view's elements current on the accelerator.
  HCRT_CPU void synchronize_to(const accelerator_view& view) const { synchronize_to_async(view).wait(); }
  HCRT_CPU void synchronize_to(const accelerator_view& view, access_type) const { synchronize_to(view); }
  /// As synchronize_to(), without waiting.
  /// \return the copy's future
  HCRT_CPU completion_future synchronize_to_async(const accelerator_view& view) const {
    return binding_.synchronize_to(view, shape_);
  }
  HCRT_CPU completion_future synchronize_to_async(const accelerator_view& view, access_type) const {
    return synchronize_to_async(view);
  }
  /// The host memory was changed without the view: what accelerators hold is stale.
  HCRT_CPU void refresh() const { binding_.refresh(shape_); }
  /// The elements will all be written before they are read: their values need not travel.
  HCRT_CPU HCRT_IF_WRITABLE(true) void discard_data() const { binding_.discard(shape_); }

  /// Copies all elements to an array or a view of the same extent.
  /// \throws runtime_exception where the extents differ
  template <class Destination>
  HCRT_CPU void copy_to(Destination&& destination) const;

 private:
  template <class U, int K>
  friend class array_view;
  template <class U, int K>
  friend class array;
  friend struct hcrt::detail::ViewAccess;

  HCRT_BOTH array_view(const Binding& binding, const Shape& shape) : binding_(binding), shape_(shape) {}

  HCRT_BOTH bool contains(const index<N>& origin, const Kalmar::extent<N>& e) const {
    for (int d = 0; d < N; ++d)
      if (origin[d] < 0 || e[d] <= 0 || e[d] > shape_.extent[d] - origin[d]) return false;
    return true;
  }

  /// Names the first dimension in which a section does not lie in the view.
  [[noreturn]] HCRT_CPU static void fail_section(const Shape& shape, const index<N>& origin,
                                                 const Kalmar::extent<N>& e) {
    int d = 0;
    while (d + 1 < N && origin[d] >= 0 && e[d] > 0 && e[d] <= shape.extent[d] - origin[d]) ++d;
    hcrt::detail::fail_sizes("array_view::section",
                             e[d] <= 0       ? "the section's extent is not positive"
                             : origin[d] < 0 ? "the section's origin is negative"
                                             : "the section's end lies past the view's",
                             d,
                             e[d] <= 0       ? e[d]
                             : origin[d] < 0 ? origin[d]
                                             : 0LL + origin[d] + e[d],
                             e[d] <= 0       ? 1
                             : origin[d] < 0 ? 0
                                             : shape.extent[d]);
  }

  Binding binding_;
  Shape shape_;
};

template <class T, int N>
template <class U, class>
HCRT_BOTH array_view<T, N>::array_view(const array_view<U, N>& other)
    : binding_(other.binding_.template at<T>(0)), shape_(other.shape_) {}

}  // namespace Kalmar

namespace hcrt {
namespace detail {

/// The inside of views, for copies.
struct ViewAccess {
  template <class T, int N>
  HCRT_CPU static const Ref<Buffer>& buffer(const Kalmar::array_view<T, N>& view) {
    return view.binding_.buffer();
  }
  template <class T, int N>
  HCRT_CPU static std::size_t offset(const Kalmar::array_view<T, N>& view) {
    return view.binding_.offset();
  }
  template <class T, int N>
  HCRT_CPU static const Shape<N>& shape(const Kalmar::array_view<T, N>& view) {
    return view.shape_;
  }
};

}  // namespace detail
}  // namespace hcrt
#endif
