// array<T, N>: elements that live on one accelerator_view.
#ifndef HCRT_DETAIL_ARRAY_HPP
#define HCRT_DETAIL_ARRAY_HPP

#include <vector>

#include "array_view.hpp"

namespace hcrt {
namespace detail {

template <class It>
using IfIterator = hcrt::enable_if_t<!std::is_arithmetic<hcrt::decay_t<It>>::value &&
                                     !std::is_void<hcrt::remove_pointer_t<hcrt::decay_t<It>>>::value &&
                                     !std::is_same<hcrt::decay_t<It>, Kalmar::accelerator_view>::value>;

template <class R, bool Rank>
using IfNotNumber = hcrt::enable_if_t<Rank && !std::is_arithmetic<hcrt::decay_t<R>>::value>;

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

/// N-dimensional container on an accelerator_view. Kernels capture it by reference. Copying it copies the
/// elements. Host code reads and writes elements only where get_cpu_access_type() allows it.
template <class T, int N = 1>
class array {
  static_assert(!std::is_reference<T>::value && !std::is_void<T>::value,
                "the elements of an array can be neither references nor void");
  static_assert(!std::is_const<T>::value, "array<const T> is not possible: use array_view<const T>");
  static_assert(hcrt::detail::ElementRules<T>::value, "");

 public:
  static inline constexpr int rank = N;
  typedef T value_type;

  HCRT_CPU explicit array(const Kalmar::extent<N>& e) : array(e, accelerator().get_default_view()) {}
  HCRT_CPU array(const Kalmar::extent<N>& e, accelerator_view view, access_type access = access_type_auto)
      : shape_(e) {
    allocate(view, access, nullptr);
  }
  /// A staging array: made on `view`, best copied to and from `associated`.
  HCRT_CPU array(const Kalmar::extent<N>& e, accelerator_view view, accelerator_view associated) : shape_(e) {
    allocate(view, access_type_auto, &associated);
  }
  /// Elements from a sequence; throws where it is shorter than the extent. HC: a pointer to memory that
  /// am_alloc() gave for a device is no sequence: the array is over that memory, as by a void*.
  template <class It, class = hcrt::detail::IfIterator<It>>
  HCRT_CPU array(const Kalmar::extent<N>& e, It first) : shape_(e) {
    const Kalmar::accelerator_view view = Kalmar::accelerator().get_default_view();
    if (void* const memory = device_memory(first)) {
      adopt(view, memory);
    } else {
      allocate(view, access_type_auto, nullptr);
      fill(first);
    }
  }
  template <class It, class = hcrt::detail::IfIterator<It>>
  HCRT_CPU array(const Kalmar::extent<N>& e, It first, It last) : array(e) {
    fill(first, last);
  }
  template <class It, class = hcrt::detail::IfIterator<It>>
  HCRT_CPU array(const Kalmar::extent<N>& e, It first, accelerator_view view,
                 access_type access = access_type_auto)
      : array(e, view, access) {
    fill(first);
  }
  template <class It, class = hcrt::detail::IfIterator<It>>
  HCRT_CPU array(const Kalmar::extent<N>& e, It first, It last, accelerator_view view,
                 access_type access = access_type_auto)
      : array(e, view, access) {
    fill(first, last);
  }
  template <class It, class = hcrt::detail::IfIterator<It>>
  HCRT_CPU array(const Kalmar::extent<N>& e, It first, accelerator_view view, accelerator_view associated)
      : array(e, view, associated) {
    fill(first);
  }
  template <class It, class = hcrt::detail::IfIterator<It>>
  HCRT_CPU array(const Kalmar::extent<N>& e, It first, It last, accelerator_view view,
                 accelerator_view associated)
      : array(e, view, associated) {
    fill(first, last);
  }
  /// Over memory of the default (or the given) view's accelerator that the caller keeps and frees.
  HCRT_CPU explicit array(const Kalmar::extent<N>& e, void* accelerator_pointer)
      : array(e, accelerator().get_default_view(), accelerator_pointer) {}
  HCRT_CPU array(const Kalmar::extent<N>& e, accelerator_view view, void* accelerator_pointer) : shape_(e) {
    adopt(view, accelerator_pointer);
  }

  /// The same with the extent's components as arguments.
  HCRT_CPU HCRT_FOR_RANK(1) explicit array(int e0) : array(Kalmar::extent<N>(e0)) {}
  HCRT_CPU HCRT_FOR_RANK(2) array(int e0, int e1) : array(Kalmar::extent<N>(e0, e1)) {}
  HCRT_CPU HCRT_FOR_RANK(3) array(int e0, int e1, int e2) : array(Kalmar::extent<N>(e0, e1, e2)) {}
  template <class R, class... Rest, class = hcrt::detail::IfNotNumber<R, N == 1>>
  HCRT_CPU array(int e0, R&& first, Rest&&... rest)
      : array(Kalmar::extent<N>(e0), std::forward<R>(first), std::forward<Rest>(rest)...) {}
  template <class R, class... Rest, class = hcrt::detail::IfNotNumber<R, N == 2>>
  HCRT_CPU array(int e0, int e1, R&& first, Rest&&... rest)
      : array(Kalmar::extent<N>(e0, e1), std::forward<R>(first), std::forward<Rest>(rest)...) {}
  template <class R, class... Rest, class = hcrt::detail::IfNotNumber<R, N == 3>>
  HCRT_CPU array(int e0, int e1, int e2, R&& first, Rest&&... rest)
      : array(Kalmar::extent<N>(e0, e1, e2), std::forward<R>(first), std::forward<Rest>(rest)...) {}

  HCRT_CPU explicit array(const array_view<const T, N>& source);
  HCRT_CPU array(const array_view<const T, N>& source, accelerator_view view,
                 access_type access = access_type_auto);
  HCRT_CPU array(const array_view<const T, N>& source, accelerator_view view, accelerator_view associated);

#ifdef __KALMAR_ACCELERATOR__
  array(const array&) = default;
  array(array&&) = default;
  array& operator=(const array&) = default;
  array& operator=(array&&) = default;
#else
  HCRT_CPU array(const array& other);
  HCRT_CPU array(array&& other) noexcept : buffer_(std::move(other.buffer_)), shape_(other.shape_) {
    hcrt::detail::unregister_array(&other);
    other.shape_ = hcrt::detail::Shape<N>();
    enter();
  }
  HCRT_CPU array& operator=(const array& other) {
    if (this != &other) *this = array(other);
    return *this;
  }
  HCRT_CPU array& operator=(array&& other) noexcept {
    if (this == &other) return *this;
    hcrt::detail::unregister_array(this);
    hcrt::detail::unregister_array(&other);
    buffer_ = std::move(other.buffer_);
    shape_ = other.shape_;
    other.shape_ = hcrt::detail::Shape<N>();
    enter();
    return *this;
  }
  HCRT_CPU ~array() { hcrt::detail::unregister_array(this); }
#endif
  /// Copies the elements: copy(source, *this).
  HCRT_CPU array& operator=(const array_view<const T, N>& source);

  /// The elements in each dimension.
  HCRT_BOTH Kalmar::extent<N> get_extent() const { return shape_.extent; }
  /// The view where the elements are.
  HCRT_CPU accelerator_view get_accelerator_view() const { return hcrt::detail::buffer_view(buffer_); }
  /// Of a staging array, the view that it is meant to be copied to or from; else get_accelerator_view().
  HCRT_CPU accelerator_view get_associated_accelerator_view() const {
    return hcrt::detail::buffer_associated_view(buffer_);
  }
  /// How the host may use the elements.
  HCRT_CPU access_type get_cpu_access_type() const { return hcrt::detail::buffer_cpu_access(buffer_); }
  __declspec(property(get = get_extent)) Kalmar::extent<N> extent;
  __declspec(property(get = get_accelerator_view)) Kalmar::accelerator_view accelerator_view;
  __declspec(property(
      get = get_associated_accelerator_view)) Kalmar::accelerator_view associated_accelerator_view;
  __declspec(property(get = get_cpu_access_type)) access_type cpu_access_type;

  /// The distance, in elements, between neighbours in dimension d.
  HCRT_BOTH std::ptrdiff_t get_stride(int d) const { return shape_.step(d); }
  /// The distance, in elements, of an element from the first one.
  HCRT_BOTH std::ptrdiff_t get_raw_index(const index<N>& i) const { return shape_.offset(i); }

  HCRT_ELEMENT T& operator[](const index<N>& i) {
    HCRT_CHECK_INDEX(i, shape_.extent);
    return *element(shape_.offset(i));
  }
  HCRT_ELEMENT const T& operator[](const index<N>& i) const {
    HCRT_CHECK_INDEX(i, shape_.extent);
    return *element(shape_.offset(i));
  }
  HCRT_ELEMENT T& operator()(const index<N>& i) { return (*this)[i]; }
  HCRT_ELEMENT const T& operator()(const index<N>& i) const { return (*this)[i]; }
  HCRT_ELEMENT T& operator()(int i0, int i1) {
    static_assert(N == 2, "two indices need an array or a view of rank 2");
    return (*this)[index<N>(i0, i1)];
  }
  HCRT_ELEMENT const T& operator()(int i0, int i1) const {
    static_assert(N == 2, "two indices need an array or a view of rank 2");
    return (*this)[index<N>(i0, i1)];
  }
  HCRT_ELEMENT T& operator()(int i0, int i1, int i2) {
    static_assert(N == 3, "three indices need an array or a view of rank 3");
    return (*this)[index<N>(i0, i1, i2)];
  }
  HCRT_ELEMENT const T& operator()(int i0, int i1, int i2) const {
    static_assert(N == 3, "three indices need an array or a view of rank 3");
    return (*this)[index<N>(i0, i1, i2)];
  }
  HCRT_BOTH hcrt::detail::Row<T, N> operator[](int i) {
    HCRT_CHECK_ROW(i, shape_.extent);
    if constexpr (N == 1)
      return (*element(i));
    else
      return array_view<T, N>(*this)[i];
  }
  HCRT_BOTH hcrt::detail::Row<const T, N> operator[](int i) const {
    HCRT_CHECK_ROW(i, shape_.extent);
    if constexpr (N == 1)
      return (*element(i));
    else
      return array_view<const T, N>(*this)[i];
  }
  HCRT_BOTH hcrt::detail::Row<T, N> operator()(int i) { return (*this)[i]; }
  HCRT_BOTH hcrt::detail::Row<const T, N> operator()(int i) const { return (*this)[i]; }

  /// The part that the arguments of array_view<T, N>::section say.
  template <class... Where>
  HCRT_BOTH array_view<T, N> section(const Where&... where) {
    return array_view<T, N>(*this).section(where...);
  }
  template <class... Where>
  HCRT_BOTH array_view<const T, N> section(const Where&... where) const {
    return array_view<const T, N>(*this).section(where...);
  }
  HCRT_BOTH array_view<T, N> section(const index<N>& origin, const Kalmar::extent<N>& e) {
    return array_view<T, N>(*this).section(origin, e);
  }
  HCRT_BOTH array_view<const T, N> section(const index<N>& origin, const Kalmar::extent<N>& e) const {
    return array_view<const T, N>(*this).section(origin, e);
  }
  /// A view of rank 1 of the same bytes as elements of another type.
  /// \throws runtime_exception where the bytes are no whole number of them
  template <class U>
  HCRT_BOTH array_view<U, 1> reinterpret_as() {
    return flat<T>(*this).template reinterpret_as<U>();
  }
  template <class U>
  HCRT_BOTH array_view<const U, 1> reinterpret_as() const {
    return flat<const T>(*this).template reinterpret_as<U>();
  }
  /// A view of the first elements in another extent.
  /// \throws runtime_exception where that holds more elements than the array
  template <int K>
  HCRT_BOTH array_view<T, K> view_as(const Kalmar::extent<K>& e) {
    return flat<T>(*this).view_as(e);
  }
  template <int K>
  HCRT_BOTH array_view<const T, K> view_as(const Kalmar::extent<K>& e) const {
    return flat<const T>(*this).view_as(e);
  }

  /// Does nothing: there for hcc's function objects, whose __cxxamp_serialize calls that of their members.
  HCRT_CPU void __cxxamp_serialize(Kalmar::Serialize&) const {}

  /// The address of the first element on the array's device.
  HCRT_BOTH T* accelerator_pointer() const {
#ifdef __KALMAR_ACCELERATOR__
    return data_;
#else
    return static_cast<T*>(hcrt::detail::buffer_device_pointer(buffer_));
#endif
  }
  /// The first element's address; null on a host that can't reach the elements.
  HCRT_BOTH T* data() { return const_cast<T*>(static_cast<const array*>(this)->data()); }
  HCRT_BOTH const T* data() const {
#ifdef __KALMAR_ACCELERATOR__
    return data_;
#else
    const access_type allowed = get_cpu_access_type();
    return allowed == access_type_none ? nullptr : host(static_cast<Access>(allowed), 0, bytes());
#endif
  }

  /// 0: an array is no part of another one.
  HCRT_BOTH int get_offset() const { return 0; }
  /// The index of the first element: 0 in each dimension.
  HCRT_BOTH index<N> get_index_base() const { return index<N>(); }
  /// The handle of the elements' buffer.
  HCRT_BOTH const hcrt::Ref<hcrt::Buffer>& internal() const { return buffer_; }

  /// Copies all elements to an array or a view of the same extent.
  /// \throws runtime_exception where the extents differ
  template <class Destination>
  HCRT_CPU void copy_to(Destination&& destination) const;
  HCRT_CPU operator std::vector<T>() const;

 private:
#ifdef __KALMAR_ACCELERATOR__
  HCRT_ELEMENT T* element(std::ptrdiff_t i) const { return data_ + i; }
#else
  using Access = hcrt::Access;
  HCRT_BOTH T* element(std::ptrdiff_t i) {
    return host(Access::read_write, static_cast<std::size_t>(i) * sizeof(T), sizeof(T)) + i;
  }
  HCRT_BOTH const T* element(std::ptrdiff_t i) const {
    return host(Access::read, static_cast<std::size_t>(i) * sizeof(T), sizeof(T)) + i;
  }
  HCRT_CPU T* host(Access access, std::size_t first, std::size_t count) const {
    return static_cast<T*>(hcrt::array_elements(buffer_.get(), access, first, count));
  }
#endif
  HCRT_BOTH std::size_t bytes() const { return hcrt::detail::element_count(shape_.extent) * sizeof(T); }

  template <class U, class A>
  HCRT_BOTH static array_view<U, 1> flat(A& self) {
    using View = array_view<U, 1>;
    const array_view<U, N> view(self);
    const std::size_t count = hcrt::detail::element_count(view.get_extent());
    return View(view.binding_, hcrt::detail::Shape<1>(Kalmar::extent<1>(hcrt::detail::component(count))));
  }

  HCRT_CPU void allocate(const Kalmar::accelerator_view& view, access_type access,
                         const Kalmar::accelerator_view* associated) {
    hcrt::detail::require_elements(shape_.extent, sizeof(T));
    buffer_ = hcrt::detail::array_buffer(view, bytes(), access, associated);
    enter();
  }
#ifndef HCPY_AMP
  HCRT_CPU static void* device_memory(T* first) {
    return hcrt::detail::device_memory(const_cast<void*>(static_cast<const volatile void*>(first)));
  }
#endif
  template <class It>
  HCRT_CPU static void* device_memory(const It&) {
    return nullptr;
  }
  HCRT_CPU void adopt(const Kalmar::accelerator_view& view, void* memory) {
    buffer_ = hcrt::detail::adopted_buffer(view, memory, bytes());
    enter();
  }
  HCRT_CPU void enter() {
    const std::size_t offset = reinterpret_cast<char*>(&data_) - reinterpret_cast<char*>(this);
    hcrt::detail::register_array(this, sizeof(array), offset, buffer_);
  }
  template <class It>
  HCRT_CPU void fill(It first);
  template <class It>
  HCRT_CPU void fill(It first, It last);

  template <class U, int K>
  friend class array_view;

  hcrt::Ref<hcrt::Buffer> buffer_;
  T* data_ = nullptr;  // set in the device's image of the object only
  hcrt::detail::Shape<N> shape_;
};

template <class T, int N>
HCRT_BOTH array_view<T, N>::array_view(array<Element, N>& source)
    : binding_(source.buffer_, source.data_, 0), shape_(source.shape_) {}

template <class T, int N>
template <class U, class>
HCRT_BOTH array_view<T, N>::array_view(const array<Element, N>& source)
    : binding_(source.buffer_, source.data_, 0), shape_(source.shape_) {}

}  // namespace Kalmar
#endif
