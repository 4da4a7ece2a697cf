// Binding: how a view holds its buffer, and what copying it means.
#ifndef HCRT_DETAIL_BINDING_HPP
#define HCRT_DETAIL_BINDING_HPP

#include <cstddef>
#include <type_traits>

#include "exceptions.hpp"
#include "handle.hpp"

namespace hcrt {
namespace detail {

/// The elements of a view: a buffer, the byte offset of the view's first element in it, and, in kernels,
/// that element's address. A copy made while a kernel is launched makes the buffer resident on the
/// launch's device and holds the address there: read-only where T is const. Whoever knows how many elements
/// the view reaches over says so: no others need to be there.
template <class T>
class Binding {
 public:
#ifdef __KALMAR_ACCELERATOR__
  HCRT_BOTH Binding() {}
  HCRT_BOTH explicit Binding(T* data) : data_(data) {}
  HCRT_BOTH Binding(const Ref<Buffer>& buffer, T* data, std::size_t offset)
      : buffer_(buffer), data_(data), offset_(offset) {}

  HCRT_BOTH Binding(const Binding& o) = default;
  HCRT_BOTH Binding(const Binding& o, std::size_t) : Binding(o) {}
  HCRT_BOTH Binding& operator=(const Binding& o) = default;

  HCRT_BOTH T* element(std::ptrdiff_t i, std::size_t) const { return data_ + i; }
#else
  HCRT_BOTH Binding() {}
  HCRT_BOTH Binding(const Ref<Buffer>& buffer, T* data, std::size_t offset)
      : buffer_(buffer), data_(data), offset_(offset) {}
  HCRT_BOTH Binding(const Binding& o) : buffer_(o.buffer_), data_(o.data_), offset_(o.offset_) {
    bind(0, all_bytes);
  }
  HCRT_BOTH Binding(const Binding& o, std::size_t elements)
      : buffer_(o.buffer_), data_(o.data_), offset_(o.offset_) {
    bind(offset_, elements * sizeof(T));
  }
  HCRT_BOTH Binding& operator=(const Binding& o) {
    buffer_ = o.buffer_;
    data_ = o.data_;
    offset_ = o.offset_;
    bind(0, all_bytes);
    return *this;
  }
  HCRT_BOTH ~Binding() {}

  /// Element i of a view over that many.
  HCRT_BOTH T* element(std::ptrdiff_t i, std::size_t elements) const {
    return host(elements * sizeof(T)) + i;
  }
#endif

  /// The same buffer from element i on, as elements of another type.
  template <class U = T>
  HCRT_BOTH Binding<U> at(std::ptrdiff_t i) const {
#ifdef __KALMAR_ACCELERATOR__
    U* data = reinterpret_cast<U*>(const_cast<std::remove_const_t<T>*>(data_ + i));
#else
    U* data = nullptr;  // addresses are made anew when a launch copies the view
#endif
    return Binding<U>(buffer_, data, offset_ + static_cast<std::size_t>(i) * sizeof(T));
  }

  HCRT_BOTH const Ref<Buffer>& buffer() const { return buffer_; }
  HCRT_BOTH std::size_t offset() const { return offset_; }
  HCRT_BOTH T* data() const { return data_; }

  /// Host memory that holds the bytes from the first element on.
  HCRT_CPU T* host(std::size_t bytes) const;

 private:
  HCRT_CPU void bind(std::size_t first, std::size_t bytes);

  Ref<Buffer> buffer_;
  T* data_ = nullptr;
  std::size_t offset_ = 0;
};

static_assert(sizeof(Binding<float>) == 3 * sizeof(void*), "one layout in both iterations");

#ifndef __KALMAR_ACCELERATOR__
template <class T>
HCRT_CPU T* Binding<T>::host(std::size_t bytes) const {
  constexpr Access access = std::is_const<T>::value ? Access::read : Access::read_write;
  void* base = checked([&] { return host_pointer(buffer_.get(), access, offset_, bytes); });
  return reinterpret_cast<T*>(static_cast<char*>(base) + offset_);
}

template <class T>
HCRT_CPU void Binding<T>::bind(std::size_t first, std::size_t bytes) {
  LaunchScope* scope = buffer_ ? LaunchScope::current() : nullptr;
  if (!scope) return;
  constexpr Access access = std::is_const<T>::value ? Access::read : Access::read_write;
  char* const base = static_cast<char*>(scope->bind(buffer_.get(), access, first, bytes));
  data_ = reinterpret_cast<T*>(base + offset_);
}
#endif

}  // namespace detail
}  // namespace hcrt
#endif
