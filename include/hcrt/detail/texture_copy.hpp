// copy and copy_async of textures: to and from memory, sequences and other textures.
#ifndef HCRT_DETAIL_TEXTURE_COPY_HPP
#define HCRT_DETAIL_TEXTURE_COPY_HPP

#include "copy.hpp"
#include "texture_view.hpp"

namespace hcrt {
namespace detail {

/// What a texture or view holds, and whether copies can read and write it.
template <class T, int N, bool Readable, bool Writable>
struct Texels {
  static constexpr bool readable = Readable, writable = Writable;
  static constexpr int rank = N;
  typedef T Value;
};
struct NoTexels {
  static constexpr bool readable = false, writable = false;
};

// Textures and views are also what a program derives from them.
template <class T, int N>
Texels<T, N, true, true> texels_in(const Concurrency::graphics::texture<T, N>*);
template <class T, int N>
Texels<T, N, true, true> texels_in(const Concurrency::graphics::texture_view<T, N>*);
template <class T, int N>
Texels<T, N, true, false> texels_in(const Concurrency::graphics::texture_view<const T, N>*);
template <class T, int N>
Texels<T, N, false, true> texels_in(const Concurrency::graphics::writeonly_texture_view<T, N>*);
NoTexels texels_in(...);

template <class X>
struct TextureTraits : decltype(texels_in(static_cast<X*>(nullptr))){};

template <class T, int N>
std::true_type holds_its_texels(const Concurrency::graphics::texture<T, N>*);
std::false_type holds_its_texels(...);

template <class X>
using IfReadableTexture = hcrt::enable_if_t<TextureTraits<X>::readable>;
/// X, as a reference to it says: a view, or a texture that is not const.
template <class X>
struct is_destination : std::integral_constant<bool, TextureTraits<X>::writable> {};
template <class X>
struct is_destination<const X>
    : std::integral_constant<bool, TextureTraits<X>::writable &&
                                       !decltype(holds_its_texels(static_cast<X*>(nullptr)))::value> {};
template <class X>
struct is_destination<X&> : is_destination<X> {};
template <class X>
using IfWritableTexture = hcrt::enable_if_t<is_destination<X>::value>;

/// The same type of values, and rank.
template <class S, class D>
using IfSameValues = hcrt::enable_if_t<
    std::is_same<typename TextureTraits<S>::Value, typename TextureTraits<D>::Value>::value &&
    TextureTraits<S>::rank == TextureTraits<D>::rank>;

template <class... X>
using IfAnyTexture = hcrt::enable_if_t<(
    (TextureTraits<hcrt::decay_t<X>>::readable || TextureTraits<hcrt::decay_t<X>>::writable) || ...)>;

/// Are these the arguments of a copy, but no pair of iterators and a destination?
template <class A, class B, class... Rest>
using IfNoSequence =
    hcrt::enable_if_t<sizeof...(Rest) != 1 || !std::is_same<hcrt::decay_t<A>, hcrt::decay_t<B>>::value>;

/// Some texels of a texture or view: bytes of its buffer.
struct TexelBox {
  Ref<Buffer> buffer;
  Box box;
  unsigned bits;

  HCRT_CPU std::size_t bytes() const { return box.row_bytes * box.rows * box.slices; }
};

/// All texels of all levels.
template <class X>
HCRT_CPU TexelBox all_texels(const X& x) {
  const auto& mips = TextureAccess::mips(x);
  Box box;
  box.offset = mips.begin();
  box.row_bytes = mips.bytes();
  return TexelBox{TextureAccess::buffer(x), box, mips.bits};
}

/// The texels of the first level from `origin` on, within the extent e; throws where some lie outside.
template <class X, int N>
HCRT_CPU TexelBox section_texels(const X& x, const Kalmar::index<N>& origin, const Kalmar::extent<N>& e) {
  const Mips<N>& mips = TextureAccess::mips(x);
  const Kalmar::extent<N> whole = mips.extent();
  for (int d = 0; d < N; ++d)
    if (origin[d] < 0 || e[d] <= 0 || e[d] > whole[d] - origin[d])
      fail_argument("copy: the section does not lie in the texture");
  Box box;
  box.offset = mips.offset(origin);
  box.row_bytes = static_cast<std::size_t>(e[N - 1]) * mips.texel_bytes;
  box.row_pitch = static_cast<std::size_t>(whole[N - 1]) * mips.texel_bytes;
  if constexpr (N >= 2) box.rows = static_cast<std::size_t>(e[N - 2]);
  if constexpr (N >= 3) {
    box.slices = static_cast<std::size_t>(e[N - 3]);
    box.slice_pitch = static_cast<std::size_t>(whole[N - 2]) * box.row_pitch;
  }
  return TexelBox{TextureAccess::buffer(x), box, mips.bits};
}

/// The box's shape in memory without gaps.
HCRT_CPU inline Box packed(const Box& shape) {
  Box box = shape;
  box.offset = 0;
  box.row_pitch = shape.row_bytes;
  box.slice_pitch = shape.row_bytes * shape.rows;
  return box;
}

HCRT_CPU inline Kalmar::completion_future copy_texels(const TexelBox& from, const TexelBox& to) {
  if (from.bits != to.bits) fail_argument("copy: the textures' bits per scalar element differ");
  return copy_box(from.buffer, from.box, to.buffer, to.box);
}

HCRT_CPU inline Kalmar::completion_future copy_from_memory(const void* source, std::size_t bytes,
                                                           const TexelBox& to) {
  if (bytes < to.bytes()) fail_argument("copy: the memory has fewer bytes than the texels need");
  return copy_box(view_buffer(source, to.bytes(), false), packed(to.box), to.buffer, to.box);
}

HCRT_CPU Kalmar::completion_future copy_to_memory(const TexelBox& from, void* destination, std::size_t bytes);

/// Checks that a texture can be copied to another as a whole.
template <int N>
HCRT_CPU void check_same_shape(const Mips<N>& a, const Mips<N>& b) {
  if (a.extent() != b.extent()) fail_argument("copy: the textures' extents differ");
  if (a.levels != b.levels) fail_argument("copy: the textures' numbers of mipmap levels differ");
}

/// Copies values of type T from a sequence, through memory in the texels' format.
template <class T, class It>
HCRT_CPU Kalmar::completion_future copy_from_sequence(It first, It last, const TexelBox& to) {
  using Category = typename std::iterator_traits<It>::iterator_category;
  if constexpr (!std::is_convertible<Category, std::forward_iterator_tag>::value) {
    const std::vector<T> values(first, last);  // such a sequence can be read only once
    return copy_from_sequence<T>(values.begin(), values.end(), to);
  } else {
    const std::size_t texel_bytes = to.bits / 8 * Texel<T>::channels;
    if (static_cast<std::size_t>(std::distance(first, last)) < to.bytes() / texel_bytes)
      fail_argument("copy: the sequence has fewer values than the texture");
    std::vector<unsigned char> packed_texels(to.bytes());
    for (std::size_t at = 0; at < packed_texels.size(); at += texel_bytes, ++first)
      Texel<T>::store(packed_texels.data() + at, to.bits, static_cast<T>(*first));
    const Kalmar::completion_future done = copy_from_memory(packed_texels.data(), packed_texels.size(), to);
    done.wait();
    return done;
  }
}

#ifndef __KALMAR_ACCELERATOR__
HCRT_CPU inline Kalmar::completion_future copy_to_memory(const TexelBox& from, void* destination,
                                                         std::size_t bytes) {
  if (bytes < from.bytes()) fail_argument("copy: the memory has fewer bytes than the texels need");
  const Ref<Buffer> memory = view_buffer(destination, from.bytes(), true);
  buffer_discard(memory, 0, from.bytes());
  copy_box(from.buffer, from.box, memory, packed(from.box));
  const Kalmar::completion_future done = buffer_synchronize(memory, 0, from.bytes());
  return FutureAccess::with_rest(FutureAccess::event(done), memory, nullptr);
}

/// The rest of a copy into a sequence: from texels to the iterator.
template <class T, class It>
class WriteTexels final : public Action {
 public:
  WriteTexels(const TexelBox& from, It first)
      : bits_(from.bits),
        first_(first),
        texels_(from.bytes()),
        done(copy_to_memory(from, texels_.data(), texels_.size())) {}
  void run() override {
    done.wait();
    const std::size_t texel_bytes = bits_ / 8 * Texel<T>::channels;
    for (std::size_t at = 0; at < texels_.size(); at += texel_bytes) {
      *first_ = Texel<T>::load(texels_.data() + at, bits_);
      ++first_;
    }
  }

 private:
  unsigned bits_;
  It first_;
  std::vector<unsigned char> texels_;

 public:
  const Kalmar::completion_future done;
};

template <class T, class It>
HCRT_CPU Kalmar::completion_future copy_to_sequence(const TexelBox& from, It first) {
  auto* const rest = new WriteTexels<T, It>(from, first);
  return FutureAccess::with_rest(FutureAccess::event(rest->done), Ref<Buffer>(), rest);
}
#else
template <class T, class It>
HCRT_CPU Kalmar::completion_future copy_to_sequence(const TexelBox& from, It first) {
  static_cast<void>(from);
  static_cast<void>(first);
  return Kalmar::completion_future();
}
#endif

}  // namespace detail
}  // namespace hcrt

namespace Concurrency {
namespace graphics {

using Kalmar::completion_future;

/// Copies all texels to memory in their format; throws where that has fewer bytes.
template <class S, class = hcrt::detail::IfReadableTexture<S>>
HCRT_CPU completion_future copy_async(const S& source, void* destination, unsigned destination_bytes) {
  return hcrt::detail::copy_to_memory(hcrt::detail::all_texels(source), destination, destination_bytes);
}
/// Copies a section of the first level.
template <class S, int N, class = hcrt::detail::IfReadableTexture<S>>
HCRT_CPU completion_future copy_async(const S& source, const index<N>& origin, const Kalmar::extent<N>& e,
                                      void* destination, unsigned destination_bytes) {
  return hcrt::detail::copy_to_memory(hcrt::detail::section_texels(source, origin, e), destination,
                                      destination_bytes);
}

/// Copies texels in their format from memory.
template <class D, class = hcrt::detail::IfWritableTexture<D>>
HCRT_CPU completion_future copy_async(const void* source, unsigned source_bytes, D&& destination) {
  return hcrt::detail::copy_from_memory(source, source_bytes, hcrt::detail::all_texels(destination));
}
template <class D, int N, class = hcrt::detail::IfWritableTexture<D>>
HCRT_CPU completion_future copy_async(const void* source, unsigned source_bytes, D&& destination,
                                      const index<N>& origin, const Kalmar::extent<N>& e) {
  return hcrt::detail::copy_from_memory(source, source_bytes,
                                        hcrt::detail::section_texels(destination, origin, e));
}

/// Copies values from a sequence; throws where it is shorter than the texture or the section.
template <class It, class D, class = hcrt::detail::IfIterator<It>, class = hcrt::detail::IfWritableTexture<D>>
HCRT_CPU completion_future copy_async(It first, It last, D&& destination) {
  return hcrt::detail::copy_from_sequence<typename hcrt::decay_t<D>::value_type>(
      first, last, hcrt::detail::all_texels(destination));
}
template <class It, class D, int N, class = hcrt::detail::IfIterator<It>,
          class = hcrt::detail::IfWritableTexture<D>>
HCRT_CPU completion_future copy_async(It first, It last, D&& destination, const index<N>& origin,
                                      const Kalmar::extent<N>& e) {
  return hcrt::detail::copy_from_sequence<typename hcrt::decay_t<D>::value_type>(
      first, last, hcrt::detail::section_texels(destination, origin, e));
}

/// Copies values to a sequence.
template <class S, class It, class = hcrt::detail::IfReadableTexture<S>,
          class = hcrt::enable_if_t<!hcrt::detail::is_destination<It>::value &&
                                    !hcrt::detail::TextureTraits<It>::readable>>
HCRT_CPU completion_future copy_async(const S& source, It destination) {
  return hcrt::detail::copy_to_sequence<hcrt::remove_const_t<typename S::value_type>>(
      hcrt::detail::all_texels(source), destination);
}
template <class S, int N, class It, class = hcrt::detail::IfReadableTexture<S>>
HCRT_CPU completion_future copy_async(const S& source, const index<N>& origin, const Kalmar::extent<N>& e,
                                      It destination) {
  return hcrt::detail::copy_to_sequence<hcrt::remove_const_t<typename S::value_type>>(
      hcrt::detail::section_texels(source, origin, e), destination);
}

/// Copies all texels to a texture with the same extent, format and number of mipmap levels.
template <class S, class D, class = hcrt::detail::IfReadableTexture<S>,
          class = hcrt::detail::IfWritableTexture<D>, class = hcrt::detail::IfSameValues<S, hcrt::decay_t<D>>>
HCRT_CPU completion_future copy_async(const S& source, D&& destination) {
  hcrt::detail::check_same_shape(hcrt::detail::TextureAccess::mips(source),
                                 hcrt::detail::TextureAccess::mips(destination));
  return hcrt::detail::copy_texels(hcrt::detail::all_texels(source), hcrt::detail::all_texels(destination));
}
/// Copies a section of the first level to one of another texture with the same format.
template <class S, class D, int N, class = hcrt::detail::IfReadableTexture<S>,
          class = hcrt::detail::IfWritableTexture<D>, class = hcrt::detail::IfSameValues<S, hcrt::decay_t<D>>>
HCRT_CPU completion_future copy_async(const S& source, const index<N>& source_origin, D&& destination,
                                      const index<N>& destination_origin, const Kalmar::extent<N>& e) {
  return hcrt::detail::copy_texels(hcrt::detail::section_texels(source, source_origin, e),
                                   hcrt::detail::section_texels(destination, destination_origin, e));
}

/// The same copies, done on return.
template <class A, class B, class... Rest, class = hcrt::detail::IfAnyTexture<A, B, Rest...>,
          class = hcrt::detail::IfNoSequence<A, B, Rest...>>
HCRT_CPU auto copy(A&& source, B&& second, Rest&&... rest)
    -> hcrt::void_t<decltype(copy_async(source, second, rest...))> {
  copy_async(source, second, rest...).wait();
}
// Spelled out, so that std::copy, which programs may see too, fits less well.
template <class It, class T, int N>
HCRT_CPU void copy(It first, It last, texture<T, N>& destination) {
  copy_async(first, last, destination).wait();
}
template <class It, class T, int N>
HCRT_CPU void copy(It first, It last, const texture_view<T, N>& destination) {
  copy_async(first, last, destination).wait();
}
template <class It, class T, int N>
HCRT_CPU void copy(It first, It last, const writeonly_texture_view<T, N>& destination) {
  copy_async(first, last, destination).wait();
}
template <class It, class T, int N>
HCRT_CPU void copy(It, It, const texture<T, N>&) {
  static_assert(hcrt::detail::never<It>, "copy can't write to a const texture");
}
template <class It, class T, int N>
HCRT_CPU void copy(It, It, const texture_view<const T, N>&) {
  static_assert(hcrt::detail::never<It>, "copy can't write to a view of const texels");
}

template <class T, int N>
template <class Destination>
HCRT_CPU void texture<T, N>::copy_to(Destination&& destination) const {
  graphics::copy(*this, destination);
}

template <class T, int N>
template <class Source>
HCRT_CPU void texture<T, N>::clone(const Source& source, const View& view, const View* associated) {
  const hcrt::detail::Mips<N>& mips = hcrt::detail::TextureAccess::mips(source);
  allocate(mips.extent(), mips.bits, mips.levels, view, associated);
  graphics::copy(source, *this);
}
template <class T, int N>
template <class It>
HCRT_CPU void texture<T, N>::fill(It first, It last) {
  graphics::copy(first, last, *this);
}
template <class T, int N>
HCRT_CPU void texture<T, N>::fill(const void* source, unsigned bytes) {
  graphics::copy(source, bytes, *this);
}

}  // namespace graphics
}  // namespace Concurrency
#endif
