// Binding: how a view holds its buffer, and what copying it means.
#ifndef HCRT_DETAIL_BINDING_HPP
#define HCRT_DETAIL_BINDING_HPP

#include <cstddef>
#include <type_traits>

#include "accelerator_view.hpp"
#include "shape.hpp"

namespace hcrt {
namespace detail {

// HC's kernels: nothing defines it for them, so that the calls which lead there are refused.
#if defined(__KALMAR_ACCELERATOR__) && !defined(HCPY_AMP)
void* memory_of_host();
#else
HCRT_BOTH inline void* memory_of_host() { return nullptr; }
#endif

/// The elements of a view: a buffer, the byte offset of the view's first element in it, and, in kernels,
/// that element's address. A copy made while a kernel is launched makes the buffer resident on the
/// launch's device and holds the address there: read-only where T is const. A caller that knows the view's
/// shape says so: no other elements need to be there.
#ifdef __KALMAR_ACCELERATOR__
template <class T>
class Binding {
 public:
  HCRT_BOTH Binding() {}
  HCRT_BOTH explicit Binding(T* data) : data_(data) {}
  HCRT_BOTH Binding(const Ref<Buffer>& buffer, T* data, std::size_t offset)
      : buffer_(buffer), data_(data), offset_(offset) {}

  HCRT_BOTH T* element(std::ptrdiff_t i) const { return data_ + i; }
  template <class Shape>
  HCRT_BOTH T* element(std::ptrdiff_t i, const Shape&) const {
    return data_ + i;
  }

  template <class U = T>
  HCRT_BOTH Binding<U> at(std::ptrdiff_t i) const {
    U* data = reinterpret_cast<U*>(const_cast<hcrt::remove_cv_t<T>*>(data_ + i));
    return Binding<U>(buffer_, data, offset_ + static_cast<std::size_t>(i) * sizeof(T));
  }

  HCRT_BOTH const Ref<Buffer>& buffer() const { return buffer_; }
  HCRT_BOTH std::size_t offset() const { return offset_; }
  HCRT_BOTH T* data() const { return data_; }
  HCRT_CPU T* host(std::size_t bytes) const;
  template <class Shape>
  HCRT_CPU Kalmar::completion_future synchronize(const Shape&) const;
  template <class Shape>
  HCRT_CPU void synchronize_for_writing(const Shape&) const;
  template <class Shape>
  HCRT_CPU Kalmar::completion_future synchronize_to(const Kalmar::accelerator_view&, const Shape&) const;
  template <class Shape>
  HCRT_CPU void refresh(const Shape&) const;
  template <class Shape>
  HCRT_CPU void discard(const Shape&) const;

 private:
  Ref<Buffer> buffer_;
  T* data_ = nullptr;
  std::size_t offset_ = 0;
};
#else
#ifdef HCPY_AMP
constexpr std::uint32_t view_emptiness = view_has_elements;
#else
constexpr std::uint32_t view_emptiness = 0;
#endif

template <class T>
class Binding : ViewBinding {  // the base: debuggers find data_ as in kernels
  static constexpr Access access = std::is_const<T>::value ? Access::read : Access::read_write;

 public:
  HCRT_BOTH Binding() noexcept {}
  HCRT_BOTH Binding(const Ref<Buffer>& buffer, T* data, std::size_t offset) noexcept
      : ViewBinding(buffer, const_cast<hcrt::remove_cv_t<T>*>(data), offset) {}
  /// Over host memory for the extent; null: its own memory.
  template <int N>
  HCRT_CPU Binding(const Kalmar::extent<N>& e, T* memory)
      : ViewBinding(const_cast<hcrt::remove_cv_t<T>*>(memory), components(e), N, sizeof(T),
                    (std::is_const<T>::value ? 0 : view_is_writable) | view_emptiness) {}
  HCRT_BOTH Binding(const Binding& o) noexcept : ViewBinding(o, access) {}
  /// Of a view of the shape.
  template <int N>
  HCRT_BOTH Binding(const Binding& o, const Shape<N>& shape) noexcept
      : ViewBinding(o, components(shape), N, sizeof(T), access) {}
  HCRT_BOTH Binding& operator=(const Binding& o) noexcept {
    ViewBinding::assign(o, access);
    return *this;
  }

  /// Element i of a view of the shape.
  template <int N>
  HCRT_BOTH T* element(std::ptrdiff_t i, const Shape<N>& shape) const {
    return host(shape.span() * sizeof(T)) + i;
  }

  /// The same buffer from element i on, as elements of another type.
  template <class U = T>
  HCRT_BOTH Binding<U> at(std::ptrdiff_t i) const {
    // Addresses are made anew when a launch copies the view.
    return Binding<U>(ViewBinding::buffer(), nullptr,
                      ViewBinding::offset() + static_cast<std::size_t>(i) * sizeof(T));
  }

  HCRT_BOTH const Ref<Buffer>& buffer() const { return ViewBinding::buffer(); }
  HCRT_BOTH std::size_t offset() const { return ViewBinding::offset(); }
  HCRT_BOTH T* data() const { return static_cast<T*>(ViewBinding::address()); }

  /// Host memory that holds the bytes from the first element on.
  HCRT_CPU T* host(std::size_t bytes) const { return static_cast<T*>(ViewBinding::host(bytes, access)); }

  // array_view's, of a view of the shape.
  template <int N>
  HCRT_CPU Kalmar::completion_future synchronize(const Shape<N>& shape) const {
    return Kalmar::completion_future(ViewBinding::synchronize(components(shape), N, sizeof(T)));
  }
  template <int N>
  HCRT_CPU void synchronize_for_writing(const Shape<N>& shape) const {
    ViewBinding::synchronize_for_writing(components(shape), N, sizeof(T));
  }
  template <int N>
  HCRT_CPU Kalmar::completion_future synchronize_to(const Kalmar::accelerator_view& view,
                                                    const Shape<N>& shape) const {
    return Kalmar::completion_future(
        ViewBinding::synchronize_to(view.internal().get(), components(shape), N, sizeof(T)));
  }
  template <int N>
  HCRT_CPU void refresh(const Shape<N>& shape) const {
    ViewBinding::refresh(components(shape), N, sizeof(T));
  }
  template <int N>
  HCRT_CPU void discard(const Shape<N>& shape) const {
    ViewBinding::discard(components(shape), N, sizeof(T));
  }
};
#endif

static_assert(sizeof(Binding<float>) == 3 * sizeof(void*), "one layout in both iterations");

/// What arrays and views may be of. Stands by itself: of a class that holds the failing assertion clang makes
/// no members, and complains of each use of them.
template <class T>
struct ElementRules {
  static constexpr bool value = true;
#ifdef HCPY_AMP
  static_assert(sizeof(T) % sizeof(int) == 0,
                "the size of an element must be a multiple of int's in C++ AMP");
#endif
};

}  // namespace detail
}  // namespace hcrt
#endif
