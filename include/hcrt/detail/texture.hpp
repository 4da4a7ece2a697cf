// texture<T, N>: values in a compact format on one accelerator_view.
#ifndef HCRT_DETAIL_TEXTURE_HPP
#define HCRT_DETAIL_TEXTURE_HPP

#include "array.hpp"
#include "texture_access.hpp"

namespace Concurrency {
namespace graphics {

using Kalmar::accelerator;
using Kalmar::index;

template <class T, int N>
class texture_view;
template <class T, int N>
class writeonly_texture_view;

/// N-dimensional container of values that are stored with fewer bits, or with mipmap levels. T is int,
/// unsigned int, float, double, norm, unorm, or a short vector of two or four of these (double: two). A
/// scalar has 8, 16 or 32 bits for integers, 16 or 32 for float, 64 for double, 8 or 16 for norm and unorm;
/// where the caller doesn't say, 32, or 64 for double, or 16 for norm and unorm. Kernels capture a texture by
/// reference. Copying it copies the texels.
template <class T, int N>
class texture {
  static_assert(N >= 1 && N <= 3, "textures have the rank 1, 2 or 3");
  static_assert(hcrt::detail::is_texel<T>::value,
                "a texture is of int, unsigned int, float, double, norm or unorm, or of a short vector with "
                "two or four of these (of double: two)");
  using Texel = hcrt::detail::Texel<T>;
  using View = Kalmar::accelerator_view;

 public:
  static inline constexpr int rank = N;
  typedef T value_type;
  typedef typename Texel::Scalar scalar_type;

  /// Uninitialised. mipmap_levels 0 means all that the extent has.
  HCRT_CPU explicit texture(const Kalmar::extent<N>& e) : texture(e, Texel::default_bits) {}
  HCRT_CPU texture(const Kalmar::extent<N>& e, const View& view) : texture(e, Texel::default_bits, view) {}
  HCRT_CPU texture(const Kalmar::extent<N>& e, const View& view, const View& associated)
      : texture(e, Texel::default_bits, view, associated) {}
  HCRT_CPU texture(const Kalmar::extent<N>& e, unsigned bits_per_scalar_element)
      : texture(e, bits_per_scalar_element, 1u) {}
  HCRT_CPU texture(const Kalmar::extent<N>& e, unsigned bits_per_scalar_element, const View& view)
      : texture(e, bits_per_scalar_element, 1u, view) {}
  /// A staging texture: made on `view`, best copied to and from `associated`.
  HCRT_CPU texture(const Kalmar::extent<N>& e, unsigned bits_per_scalar_element, const View& view,
                   const View& associated) {
    allocate(e, bits_per_scalar_element, 1, view, &associated);
  }
  HCRT_CPU texture(const Kalmar::extent<N>& e, unsigned bits_per_scalar_element, unsigned mipmap_levels)
      : texture(e, bits_per_scalar_element, mipmap_levels, accelerator().get_default_view()) {}
  HCRT_CPU texture(const Kalmar::extent<N>& e, unsigned bits_per_scalar_element, unsigned mipmap_levels,
                   const View& view) {
    allocate(e, bits_per_scalar_element, mipmap_levels, view, nullptr);
  }

  /// Values from a sequence; throws where it is shorter than the extent.
  template <class It, class = hcrt::detail::IfIterator<It>>
  HCRT_CPU texture(const Kalmar::extent<N>& e, It first, It last) : texture(e) {
    fill(first, last);
  }
  template <class It, class = hcrt::detail::IfIterator<It>>
  HCRT_CPU texture(const Kalmar::extent<N>& e, It first, It last, const View& view) : texture(e, view) {
    fill(first, last);
  }
  template <class It, class = hcrt::detail::IfIterator<It>>
  HCRT_CPU texture(const Kalmar::extent<N>& e, It first, It last, const View& view, const View& associated)
      : texture(e, view, associated) {
    fill(first, last);
  }
  /// Texels in their format from memory; throws where that has fewer bytes than the texture.
  HCRT_CPU texture(const Kalmar::extent<N>& e, const void* source, unsigned source_bytes,
                   unsigned bits_per_scalar_element)
      : texture(e, bits_per_scalar_element) {
    fill(source, source_bytes);
  }
  HCRT_CPU texture(const Kalmar::extent<N>& e, const void* source, unsigned source_bytes,
                   unsigned bits_per_scalar_element, const View& view)
      : texture(e, bits_per_scalar_element, view) {
    fill(source, source_bytes);
  }
  HCRT_CPU texture(const Kalmar::extent<N>& e, const void* source, unsigned source_bytes,
                   unsigned bits_per_scalar_element, const View& view, const View& associated)
      : texture(e, bits_per_scalar_element, view, associated) {
    fill(source, source_bytes);
  }

  /// The same with the extent's components as arguments.
  template <class... Rest, int K = N, class = hcrt::enable_if_t<K == 1>>
  HCRT_CPU explicit texture(int e0, Rest&&... rest)
      : texture(Kalmar::extent<N>(e0), std::forward<Rest>(rest)...) {}
  template <class... Rest, int K = N, class = hcrt::enable_if_t<K == 2>>
  HCRT_CPU texture(int e0, int e1, Rest&&... rest)
      : texture(Kalmar::extent<N>(e0, e1), std::forward<Rest>(rest)...) {}
  template <class... Rest, int K = N, class = hcrt::enable_if_t<K == 3>>
  HCRT_CPU texture(int e0, int e1, int e2, Rest&&... rest)
      : texture(Kalmar::extent<N>(e0, e1, e2), std::forward<Rest>(rest)...) {}

  /// Copies of all levels, on the source's or on another view.
  HCRT_CPU texture(const texture& source, const View& view) { clone(source, view, nullptr); }
  HCRT_CPU texture(const texture& source, const View& view, const View& associated) {
    clone(source, view, &associated);
  }
  template <class U, class = hcrt::enable_if_t<std::is_same<hcrt::remove_const_t<U>, T>::value>>
  HCRT_CPU explicit texture(const texture_view<U, N>& source) {
    clone(source, source.get_accelerator_view(), nullptr);
  }
  template <class U, class = hcrt::enable_if_t<std::is_same<hcrt::remove_const_t<U>, T>::value>>
  HCRT_CPU texture(const texture_view<U, N>& source, const View& view) {
    clone(source, view, nullptr);
  }
  template <class U, class = hcrt::enable_if_t<std::is_same<hcrt::remove_const_t<U>, T>::value>>
  HCRT_CPU texture(const texture_view<U, N>& source, const View& view, const View& associated) {
    clone(source, view, &associated);
  }

#ifdef __KALMAR_ACCELERATOR__
  texture(const texture&) = default;
  texture(texture&&) = default;
  texture& operator=(const texture&) = default;
  texture& operator=(texture&&) = default;
#else
  HCRT_CPU texture(const texture& source) {
    const View associated = source.get_associated_accelerator_view();
    clone(source, source.get_accelerator_view(), &associated);
  }
  HCRT_CPU texture(texture&& source) { take(source); }
  HCRT_CPU texture& operator=(const texture& source) {
    if (this != &source) *this = texture(source);
    return *this;
  }
  HCRT_CPU texture& operator=(texture&& source) {
    if (this == &source) return *this;
    hcrt::detail::unregister_array(this);
    take(source);
    return *this;
  }
  HCRT_CPU ~texture() { hcrt::detail::unregister_array(this); }
#endif

  /// Copies all texels to a texture or view with the same extent, format and number of levels.
  template <class Destination>
  HCRT_CPU void copy_to(Destination&& destination) const;

  /// The first texel's address; null where the host can't reach the texels.
  HCRT_CPU void* data() { return const_cast<void*>(static_cast<const texture*>(this)->data()); }
  HCRT_CPU const void* data() const {
    if (get_cpu_access_type() == Kalmar::access_type_none) return nullptr;
    return hcrt::detail::Binding<unsigned char>(buffer_, nullptr, 0).host(mips_.bytes());
  }

  /// The view where the texels are.
  /// Of a staging texture, the view that it is meant to be copied to or from; else get_accelerator_view().
  /// The bits of each number in a texel: 8, 16, 32 or 64.
  /// How the host may use the texels.
  /// The bytes of all levels.
  /// The bytes from one slice to the next in host memory.
  /// The texels in each dimension of the largest level.
  /// The texels in each dimension of a level.
  /// \throws runtime_exception where it has no such level
  /// How many levels it has; 1: no mipmaps.
  /// The bytes from one row to the next in host memory.
  HCRT_TEXTURE_PROPERTIES(N)

  /// The value of a texel.
  HCRT_AMP const T get(const index<N>& i) const { return Texel::load(element(i), mips_.bits); }
  HCRT_TEXTURE_SUBSCRIPTS(T, N)
  /// Writes a texel; texels of one number of 32 bits or less only.
  HCRT_AMP void set(const index<N>& i, const T& value) { Texel::store(element(i), mips_.bits, value); }

 private:
  friend struct hcrt::detail::TextureAccess;

  HCRT_BOTH const hcrt::Ref<hcrt::Buffer>& buffer() const { return buffer_; }

  HCRT_AMP unsigned char* element(const index<N>& i) const {
    const std::size_t offset = mips_.offset(i);
#ifdef __KALMAR_ACCELERATOR__
    return data_ + offset;
#else
    return hcrt::detail::Binding<unsigned char>(buffer_, nullptr, 0).host(mips_.bytes()) + offset;
#endif
  }

  HCRT_CPU void allocate(const Kalmar::extent<N>& e, unsigned bits, unsigned levels, const View& view,
                         const View* associated) {
    mips_ = hcrt::detail::make_mips<Texel>(e, bits, levels);
    buffer_ = hcrt::detail::array_buffer(view, mips_.bytes(), Kalmar::access_type_auto, associated);
    enter();
  }
  HCRT_CPU void enter() {
    const std::size_t offset = reinterpret_cast<char*>(&data_) - reinterpret_cast<char*>(this);
    hcrt::detail::register_array(this, sizeof(texture), offset, buffer_);
  }
  HCRT_CPU void take(texture& source) {
    hcrt::detail::unregister_array(&source);
    buffer_ = std::move(source.buffer_);
    mips_ = source.mips_;
    source.mips_ = hcrt::detail::Mips<N>();
    enter();
  }
  template <class Source>
  HCRT_CPU void clone(const Source& source, const View& view, const View* associated);
  template <class It>
  HCRT_CPU void fill(It first, It last);
  HCRT_CPU void fill(const void* source, unsigned bytes);

  hcrt::Ref<hcrt::Buffer> buffer_;
  unsigned char* data_ = nullptr;  // set in the device's image of the object only
  hcrt::detail::Mips<N> mips_;
};

}  // namespace graphics
}  // namespace Concurrency
#endif
