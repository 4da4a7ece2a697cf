// copy and copy_async between arrays, views and sequences of host memory.
#ifndef HCRT_DETAIL_COPY_HPP
#define HCRT_DETAIL_COPY_HPP

#include <iterator>

#include "array.hpp"

namespace hcrt {
namespace detail {

template <class X>
struct is_elements : std::false_type {};
template <class T, int N>
struct is_elements<Kalmar::array<T, N>> : std::true_type {};
template <class T, int N>
struct is_elements<Kalmar::array_view<T, N>> : std::true_type {};

template <class X>
using IfElements = std::enable_if_t<is_elements<std::decay_t<X>>::value>;
template <class X>
using IfSequence =
    std::enable_if_t<!is_elements<std::decay_t<X>>::value && !std::is_arithmetic<std::decay_t<X>>::value>;

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

/// The elements `at` and behind it in the last three dimensions, within the extent e, as a box of bytes.
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
  if (e.size() == 0) return Kalmar::completion_future();
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

template <class It, class T>
constexpr bool is_contiguous =
    std::is_pointer<It>::value || std::is_same<It, typename std::vector<T>::iterator>::value ||
    std::is_same<It, typename std::vector<T>::const_iterator>::value;

template <class It, class T, int N>
HCRT_CPU Kalmar::completion_future read_sequence(It first, const Kalmar::array_view<T, N>& to) {
  using Value = typename std::iterator_traits<It>::value_type;
  const Kalmar::extent<N> e = to.get_extent();
  if (e.size() == 0) return Kalmar::completion_future();
  if constexpr (is_contiguous<It, Value> && std::is_same<Value, T>::value) {
    const T* memory = &*first;
    return copy_elements(host_view<const T, N>(e, memory), to, e);
  } else {
    std::vector<T> staged;
    staged.reserve(e.size());
    for (std::size_t n = e.size(); n > 0; --n, ++first) staged.push_back(static_cast<T>(*first));
    copy_elements(host_view<const T, N>(e, staged.data()), to, e).wait();
    return Kalmar::completion_future();
  }
}

/// The rest of a copy into a sequence that isn't plain memory: from staged elements to the iterator.
template <class T, class It>
class WriteStaged final : public Action {
 public:
  WriteStaged(std::size_t size, It first) : staged(size), first_(first) {}
  void run() override {
    done.wait();
    for (const T& value : staged) *first_++ = value;
  }

  std::vector<T> staged;
  Kalmar::completion_future done;

 private:
  It first_;
};

template <class T, int N, class It>
HCRT_CPU Kalmar::completion_future write_sequence(const Kalmar::array_view<const T, N>& from, It first) {
  const Kalmar::extent<N> e = from.get_extent();
  if (e.size() == 0) return Kalmar::completion_future();
  if constexpr (std::is_same<It, T*>::value || std::is_same<It, typename std::vector<T>::iterator>::value) {
    T* memory = &*first;
    const Kalmar::array_view<T, N> to = host_view<T, N>(e, memory);
    to.discard_data();
    copy_elements(from, to, e);
    const Kalmar::completion_future done = to.synchronize_async();
    return FutureAccess::with_rest(FutureAccess::event(done), ViewAccess::buffer(to), nullptr);
  } else {
    auto* const rest = new WriteStaged<T, It>(e.size(), first);
    const Kalmar::completion_future done = write_sequence(from, rest->staged.data());
    rest->done = done;
    return FutureAccess::with_rest(FutureAccess::event(done), Ref<Buffer>(), rest);
  }
}
#endif

#ifdef __KALMAR_ACCELERATOR__
/// In the place of what only the host iteration does.
template <class... Unused>
HCRT_CPU Kalmar::completion_future never_run(const Unused&...) {
  return Kalmar::completion_future();
}
#endif

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

/// Copies between arrays and views of the same rank. The destination must not be smaller; it keeps what
/// lies outside of the source's extent.
template <class S, class D, class = hcrt::detail::IfElements<S>, class = hcrt::detail::IfElements<D>>
HCRT_CPU completion_future copy_async(const S& source, const D& destination)
#ifdef __KALMAR_ACCELERATOR__
{
  return hcrt::detail::never_run(source, destination);
}
#else
{
  const auto from = hcrt::detail::readable(source);
  const auto to = hcrt::detail::writable(destination);
  const auto e = from.get_extent();
  for (int d = 0; d < S::rank; ++d)
    if (e[d] > to.get_extent()[d]) hcrt::detail::fail("errorMsg_throw");
  return hcrt::detail::copy_elements(from, to, e);
}
#endif

/// Copies as many elements as the destination has from a sequence.
template <class It, class D, class = hcrt::detail::IfSequence<It>, class = hcrt::detail::IfElements<D>,
          class = void>
HCRT_CPU completion_future copy_async(It first, const D& destination)
#ifdef __KALMAR_ACCELERATOR__
{
  return hcrt::detail::never_run(first, destination);
}
#else
{
  return hcrt::detail::read_sequence(first, hcrt::detail::writable(destination));
}
#endif

template <class It, class D, class = hcrt::detail::IfSequence<It>, class = hcrt::detail::IfElements<D>>
HCRT_CPU completion_future copy_async(It first, It last, const D& destination)
#ifdef __KALMAR_ACCELERATOR__
{
  return hcrt::detail::never_run(first, last, destination);
}
#else
{
  const auto count = std::distance(first, last);
  const auto to = hcrt::detail::writable(destination);
  if (count <= 0 || static_cast<std::size_t>(count) < to.get_extent().size())
    hcrt::detail::fail("errorMsg_throw ,copy between different types");
  return hcrt::detail::read_sequence(first, to);
}
#endif

/// Copies all elements of the source to a sequence.
template <class S, class It, class = hcrt::detail::IfElements<S>, class = hcrt::detail::IfSequence<It>,
          class = void, class = void>
HCRT_CPU completion_future copy_async(const S& source, It first)
#ifdef __KALMAR_ACCELERATOR__
{
  return hcrt::detail::never_run(source, first);
}
#else
{
  return hcrt::detail::write_sequence(hcrt::detail::readable(source), first);
}
#endif

/// The same copies, done on return.
template <
    class A, class B,
    class = std::enable_if_t<hcrt::detail::is_elements<A>::value || hcrt::detail::is_elements<B>::value>>
HCRT_CPU void copy(const A& source, const B& destination) {
  copy_async(source, destination).wait();
}
// Spelled out for arrays and views, so that std::copy, which programs may see too, fits less well.
template <class It, class T, int N>
HCRT_CPU void copy(It first, It last, array<T, N>& destination) {
  copy_async(first, last, destination).wait();
}
template <class It, class T, int N>
HCRT_CPU void copy(It first, It last, const array_view<T, N>& destination) {
  copy_async(first, last, destination).wait();
}

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
  std::vector<T> elements(shape_.extent.size());
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
  return *this = array(source, get_accelerator_view());
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
