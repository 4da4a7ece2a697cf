// copy and copy_async between arrays, views and sequences of host memory.
#ifndef HCRT_DETAIL_COPY_HPP
#define HCRT_DETAIL_COPY_HPP

#include <iterator>

#include "array.hpp"

namespace hcrt {
namespace detail {

// Arrays and views are also what a program derives from them.
template <class T, int N>
std::true_type elements_are_in(const Kalmar::array<T, N>*);
template <class T, int N>
std::true_type elements_are_in(const Kalmar::array_view<T, N>*);
std::false_type elements_are_in(...);

template <class X>
struct is_elements : decltype(elements_are_in(static_cast<X*>(nullptr))){};

template <class X>
using IfElements = hcrt::enable_if_t<is_elements<hcrt::decay_t<X>>::value>;
/// X is no array or view; the element type of a destination, where it is given, can be written.
template <class X, class T = int>
using IfSequence =
    hcrt::enable_if_t<!is_elements<hcrt::decay_t<X>>::value && !std::is_arithmetic<hcrt::decay_t<X>>::value &&
                      !std::is_const<T>::value>;

template <class X, class T, int N>
struct is_elements_of
    : std::integral_constant<bool, std::is_base_of<Kalmar::array<T, N>, X>::value ||
                                       std::is_base_of<Kalmar::array_view<T, N>, X>::value ||
                                       std::is_base_of<Kalmar::array_view<const T, N>, X>::value> {};

/// S is an array or a view of T that can be copied to one of T, which is not const.
template <class S, class T, int N>
using IfElementsOf = hcrt::enable_if_t<!std::is_const<T>::value && is_elements_of<S, T, N>::value>;

/// The result of copy(), where one of the two is an array or a view.
template <class A, class B, class Future>
using IfCopy = hcrt::enable_if_t<(is_elements<A>::value || is_elements<hcrt::decay_t<B>>::value) &&
                                 !std::is_void<Future>::value>;

/// False, once a template is instantiated.
template <class>
constexpr bool never = false;

#ifndef __KALMAR_ACCELERATOR__
/// A view of what an array or a view holds, without copying it for a launch.
template <class T, int N>
HCRT_CPU Kalmar::array_view<const T, N> readable(const Kalmar::array<T, N>& a) {
  return Kalmar::array_view<const T, N>(a);
}
template <class T, int N>
HCRT_CPU Kalmar::array_view<const T, N> readable(const Kalmar::array_view<T, N>& v) {
  return v;
}
template <class T, int N>
HCRT_CPU Kalmar::array_view<T, N> writable(const Kalmar::array<T, N>& a) {
  return Kalmar::array_view<T, N>(const_cast<Kalmar::array<T, N>&>(a));
}
template <class T, int N>
HCRT_CPU const Kalmar::array_view<T, N>& writable(const Kalmar::array_view<T, N>& v) {
  return v;
}

/// The elements `at` and after it in the last three dimensions, within the extent e, as a box of bytes.
template <class T, int N>
HCRT_CPU Box box_of(const Kalmar::array_view<T, N>& view, const Kalmar::index<N>& at,
                    const Kalmar::extent<N>& e) {
  const Shape<N>& shape = ViewAccess::shape(view);
  Box box;
  box.offset = ViewAccess::offset(view) + static_cast<std::size_t>(shape.offset(at)) * sizeof(T);
  box.row_bytes = static_cast<std::size_t>(e[N - 1]) * sizeof(T);
  if constexpr (N >= 2) {
    box.rows = static_cast<std::size_t>(e[N - 2]);
    box.row_pitch = static_cast<std::size_t>(shape.step(N - 2)) * sizeof(T);
  }
  if constexpr (N >= 3) {
    box.slices = static_cast<std::size_t>(e[N - 3]);
    box.slice_pitch = static_cast<std::size_t>(shape.step(N - 3)) * sizeof(T);
  }
  return box;
}

/// Copies the extent e of one view to another of the same rank.
template <class T, class U, int N>
HCRT_CPU Kalmar::completion_future copy_elements(const Kalmar::array_view<T, N>& from,
                                                 const Kalmar::array_view<U, N>& to,
                                                 const Kalmar::extent<N>& e) {
  if (element_count(e) == 0) return Kalmar::completion_future();
  Kalmar::index<N> at;
  Kalmar::completion_future last;
  for (;;) {  // boxes have three dimensions: the ones above are counted here
    last = copy_box(ViewAccess::buffer(from), box_of(from, at, e), ViewAccess::buffer(to), box_of(to, at, e));
    int d = N - 4;
    for (; d >= 0; --d) {
      if (++at[d] < e[d]) break;
      at[d] = 0;
    }
    if (d < 0) return last;
    last.wait();
  }
}

/// Host memory of as many elements as the view has, in order, as a view of the same rank.
template <class T, int N>
HCRT_CPU Kalmar::array_view<T, N> host_view(const Kalmar::extent<N>& e, T* first) {
  return Kalmar::array_view<T, N>(e, first);
}

/// Copies all of `from`, whose extent `to` must have, or, in HC, hold.
template <class T, int N>
HCRT_DIALECT HCRT_CPU Kalmar::completion_future copy_whole(const Kalmar::array_view<const T, N>& from,
                                                           const Kalmar::array_view<T, N>& to) {
  const Kalmar::extent<N> e = from.get_extent();
  for (int d = 0; d < N; ++d) {
#ifdef HCPY_AMP
    if (e[d] != to.get_extent()[d])
      fail_sizes("concurrency::copy", "the extents of source and destination differ", d, e[d],
                 to.get_extent()[d]);
#else
    if (e[d] > to.get_extent()[d])
      fail_sizes("hc::copy", "the destination's extent is smaller than the source's", d, e[d],
                 to.get_extent()[d]);
#endif
  }
  return copy_elements(from, to, e);
}

template <class It, class T>
constexpr bool is_contiguous =
    std::is_pointer<It>::value ||
    (!std::is_same<T, bool>::value && (std::is_same<It, typename std::vector<T>::iterator>::value ||
                                       std::is_same<It, typename std::vector<T>::const_iterator>::value));

/// Elements on their way to or from a sequence that isn't plain memory; std::vector<bool> isn't either.
template <class T>
class Staged {
 public:
  T* data() { return reinterpret_cast<T*>(elements.data()); }

  std::vector<hcrt::conditional_t<std::is_same<T, bool>::value, unsigned char, hcrt::remove_cv_t<T>>>
      elements;
};

template <class It, class T, int N>
HCRT_CPU Kalmar::completion_future read_sequence(It first, const Kalmar::array_view<T, N>& to) {
  using Value = typename std::iterator_traits<It>::value_type;
  const Kalmar::extent<N> e = to.get_extent();
  if (element_count(e) == 0) return Kalmar::completion_future();
  if constexpr (is_contiguous<It, Value> && std::is_same<Value, T>::value) {
    const T* memory = &*first;
    return copy_elements(host_view<const T, N>(e, memory), to, e);
  } else {
    Staged<T> staged;
    staged.elements.reserve(element_count(e));
    for (std::size_t n = element_count(e); n > 0; --n, ++first)
      staged.elements.push_back(static_cast<T>(*first));
    const Kalmar::completion_future done = copy_elements(host_view<const T, N>(e, staged.data()), to, e);
    done.wait();
    return done;
  }
}

/// The sequence must have the elements that the view has; in HC it may have more.
template <class It, class T, int N>
HCRT_DIALECT HCRT_CPU Kalmar::completion_future read_range(It first, It last,
                                                           const Kalmar::array_view<T, N>& to) {
  using Category = typename std::iterator_traits<It>::iterator_category;
  if constexpr (!std::is_convertible<Category, std::forward_iterator_tag>::value) {
    const std::vector<hcrt::remove_cv_t<T>> elements(first, last);  // such a sequence can be read only once
    return read_range(elements.begin(), elements.end(), to);
  } else {
    const auto count = std::distance(first, last);
    const std::size_t wanted = element_count(to.get_extent());
#ifdef HCPY_AMP
    if (count < 0 || static_cast<std::size_t>(count) != wanted)
      fail_sizes("concurrency::copy", "the sequence and the destination have different numbers of elements",
                 0, count, static_cast<long long>(wanted));
#else
    if (count <= 0 || static_cast<std::size_t>(count) < wanted)
      fail_sizes("hc::copy", "the sequence has fewer elements than the destination", 0, count,
                 static_cast<long long>(wanted));
#endif
    return read_sequence(first, to);
  }
}

/// The rest of a copy into a sequence that isn't plain memory: from staged elements to the iterator.
template <class T, class It>
class WriteStaged final : public Action {
 public:
  WriteStaged(std::size_t size, It first) : first_(first) { staged.elements.resize(size); }
  void run() override {
    done.wait();
    // As little as an output iterator has: no postfix increment, which gives a value back.
    for (const auto& value : staged.elements) {
      *first_ = static_cast<const T&>(value);
      ++first_;
    }
  }

  Staged<T> staged;
  Kalmar::completion_future done;

 private:
  It first_;
};

template <class T, int N, class It>
HCRT_CPU Kalmar::completion_future write_sequence(const Kalmar::array_view<const T, N>& from, It first) {
  const Kalmar::extent<N> e = from.get_extent();
  if (element_count(e) == 0) return Kalmar::completion_future();
  constexpr bool vector = std::is_same<It, typename std::vector<hcrt::remove_cv_t<T>>::iterator>::value &&
                          std::is_same<T, hcrt::remove_cv_t<T>>::value;
  if constexpr (std::is_same<It, T*>::value || (vector && !std::is_same<T, bool>::value)) {
    T* memory = &*first;
    const Kalmar::array_view<T, N> to = host_view<T, N>(e, memory);
    to.discard_data();
    copy_elements(from, to, e);
    const Kalmar::completion_future done = to.synchronize_async();
    return FutureAccess::with_rest(FutureAccess::event(done), ViewAccess::buffer(to), nullptr);
  } else {
    auto* const rest = new WriteStaged<T, It>(element_count(e), first);
    try {
      rest->done = write_sequence(from, rest->staged.data());
    } catch (...) {
      delete rest;
      throw;
    }
    return FutureAccess::with_rest(FutureAccess::event(rest->done), Ref<Buffer>(), rest);
  }
}
#endif

// The body of what only the host iteration runs: the device iteration wants one for templates over a
// program's local types.
#ifdef __KALMAR_ACCELERATOR__
#define HCRT_HOST_BODY(...)     \
  {                             \
    return completion_future(); \
  }                             \
  static_assert(true, "")
#else
#define HCRT_HOST_BODY(...) \
  {                         \
    return __VA_ARGS__;     \
  }                         \
  static_assert(true, "")
#endif

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-parameter"  // on devices, where the bodies are missing
/// Copies between arrays and views of the same element type and rank. C++ AMP: the extents must be equal. HC:
/// the destination must not be smaller, and keeps what lies outside of the source's extent.
template <class S, class T, int N, class = hcrt::detail::IfElementsOf<S, T, N>>
HCRT_CPU completion_future copy_async(const S& source, array<T, N>& destination)
    HCRT_HOST_BODY(hcrt::detail::copy_whole(hcrt::detail::readable(source),
                                            hcrt::detail::writable(destination)));
template <class S, class T, int N, class = hcrt::detail::IfElementsOf<S, T, N>>
HCRT_CPU completion_future copy_async(const S& source, const array_view<T, N>& destination)
    HCRT_HOST_BODY(hcrt::detail::copy_whole(hcrt::detail::readable(source), destination));

/// Copies as many elements as the destination has from a sequence.
template <class It, class T, int N, class = hcrt::detail::IfSequence<It>>
HCRT_CPU completion_future copy_async(It first, array<T, N>& destination)
    HCRT_HOST_BODY(hcrt::detail::read_sequence(first, hcrt::detail::writable(destination)));
template <class It, class T, int N, class = hcrt::detail::IfSequence<It, T>>
HCRT_CPU completion_future copy_async(It first, const array_view<T, N>& destination)
    HCRT_HOST_BODY(hcrt::detail::read_sequence(first, destination));

/// The same; throws where the sequence is empty or shorter than the destination, in C++ AMP also where it is
/// longer.
template <class It, class T, int N, class = hcrt::detail::IfSequence<It>>
HCRT_CPU completion_future copy_async(It first, It last, array<T, N>& destination)
    HCRT_HOST_BODY(hcrt::detail::read_range(first, last, hcrt::detail::writable(destination)));
template <class It, class T, int N, class = hcrt::detail::IfSequence<It, T>>
HCRT_CPU completion_future copy_async(It first, It last, const array_view<T, N>& destination)
    HCRT_HOST_BODY(hcrt::detail::read_range(first, last, destination));

/// Copies all elements of the source to a sequence.
template <class S, class It, class = hcrt::detail::IfElements<S>, class = hcrt::detail::IfSequence<It>,
          class = void>
HCRT_CPU completion_future copy_async(const S& source, It first)
    HCRT_HOST_BODY(hcrt::detail::write_sequence(hcrt::detail::readable(source), first));
#pragma clang diagnostic pop

/// The same copies, done on return.
template <class A, class B>
HCRT_CPU auto copy(const A& source, B&& destination)
    -> hcrt::detail::IfCopy<A, B, decltype(copy_async(source, destination))> {
  copy_async(source, destination).wait();
}
// Spelled out for arrays and views, so that std::copy, which programs may see too, fits less well.
template <class It, class T, int N>
HCRT_CPU void copy(It first, It last, array<T, N>& destination) {
  copy_async(first, last, destination).wait();
}
template <class It, class T, int N, class = hcrt::detail::IfSequence<It, T>>
HCRT_CPU void copy(It first, It last, const array_view<T, N>& destination) {
  copy_async(first, last, destination).wait();
}
// What std::copy would take for the iterator that it writes to.
template <class It, class T, int N>
HCRT_CPU void copy(It, It, const array<T, N>&) {
  static_assert(hcrt::detail::never<It>, "copy can't write to a const array");
}
template <class It, class T, int N>
HCRT_CPU void copy(It, It, const array_view<const T, N>&) {
  static_assert(hcrt::detail::never<It>, "copy can't write to a view of const elements");
}

#undef HCRT_HOST_BODY

template <class T, int N>
template <class Destination>
HCRT_CPU void array_view<T, N>::copy_to(Destination&& destination) const {
  Kalmar::copy(*this, destination);
}

template <class T, int N>
template <class Destination>
HCRT_CPU void array<T, N>::copy_to(Destination&& destination) const {
  Kalmar::copy(*this, destination);
}

template <class T, int N>
HCRT_CPU array<T, N>::operator std::vector<T>() const {
  std::vector<T> elements(hcrt::detail::element_count(shape_.extent));
  Kalmar::copy(*this, elements.begin());
  return elements;
}

template <class T, int N>
HCRT_CPU array<T, N>::array(const array_view<const T, N>& source) : array(source.get_extent()) {
  Kalmar::copy(source, *this);
}
template <class T, int N>
HCRT_CPU array<T, N>::array(const array_view<const T, N>& source, Kalmar::accelerator_view view,
                            access_type access)
    : array(source.get_extent(), view, access) {
  Kalmar::copy(source, *this);
}
template <class T, int N>
HCRT_CPU array<T, N>::array(const array_view<const T, N>& source, Kalmar::accelerator_view view,
                            Kalmar::accelerator_view associated)
    : array(source.get_extent(), view, associated) {
  Kalmar::copy(source, *this);
}
#ifndef __KALMAR_ACCELERATOR__
template <class T, int N>
HCRT_CPU array<T, N>::array(const array& other)
    : array(other.get_extent(), other.get_accelerator_view(), other.get_associated_accelerator_view()) {
  Kalmar::copy(other, *this);
}
#endif
template <class T, int N>
HCRT_CPU array<T, N>& array<T, N>::operator=(const array_view<const T, N>& source) {
  Kalmar::copy(source, *this);
  return *this;
}
template <class T, int N>
template <class It>
HCRT_CPU void array<T, N>::fill(It first) {
  Kalmar::copy(first, *this);
}
template <class T, int N>
template <class It>
HCRT_CPU void array<T, N>::fill(It first, It last) {
  Kalmar::copy(first, last, *this);
}

}  // namespace Kalmar
#endif
