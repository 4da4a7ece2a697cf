// Views of textures: for reading and writing one mipmap level, for sampling several, for writing only.
#ifndef HCRT_DETAIL_TEXTURE_VIEW_HPP
#define HCRT_DETAIL_TEXTURE_VIEW_HPP

#include "sampling.hpp"
#include "texture.hpp"

namespace hcrt {
namespace detail {

/// Texels in a texture's buffer, which the view keeps alive. Byte is const where the view only reads.
template <class Byte, int N>
class TextureViewBase {
 public:
  HCRT_TEXTURE_PROPERTIES(N)

 protected:
  HCRT_BOTH TextureViewBase(const Ref<Buffer>& buffer, Byte* data, const Mips<N>& mips)
      : binding_(buffer, data, 0), mips_(mips) {}
  template <class Other>
  HCRT_BOTH TextureViewBase(const TextureViewBase<Other, N>& other, const Mips<N>& mips)
      : binding_(other.binding_.template at<Byte>(0)), mips_(mips) {}

  HCRT_BOTH const Ref<Buffer>& buffer() const { return binding_.buffer(); }
  /// The buffer's first byte.
  HCRT_AMP Byte* texels() const {
#ifdef __KALMAR_ACCELERATOR__
    return binding_.data();
#else
    return binding_.host(mips_.begin(mips_.levels));
#endif
  }
  HCRT_AMP Byte* element(const Kalmar::index<N>& i, unsigned level = 0) const {
    const std::size_t offset = mips_.offset(i, level);
#ifdef __KALMAR_ACCELERATOR__
    return binding_.data() + offset;
#else
    return binding_.host(mips_.begin(mips_.levels)) + offset;
#endif
  }

  friend struct TextureAccess;
  template <class B, int K>
  friend class TextureViewBase;

  Binding<Byte> binding_;
  Mips<N> mips_;
};

}  // namespace detail
}  // namespace hcrt

namespace Concurrency {
namespace graphics {

/// Reads and writes one mipmap level of a texture. Kernels capture it by value. As with arrays, what a kernel
/// reads of texels that it writes is up to its own synchronisation.
template <class T, int N>
class texture_view : public hcrt::detail::TextureViewBase<unsigned char, N> {
  using Base = hcrt::detail::TextureViewBase<unsigned char, N>;
  using Texel = hcrt::detail::Texel<T>;

 public:
  static inline constexpr int rank = N;
  typedef T value_type;
  typedef typename Texel::Scalar scalar_type;

  HCRT_BOTH texture_view(texture<T, N>& source)
      : Base(Access::buffer(source), Access::data(source), first_level(source)) {}
  /// Throws where the texture has no such level.
  HCRT_CPU texture_view(texture<T, N>& source, unsigned mipmap_level)
      : Base(Access::buffer(source), nullptr, Access::mips(source).part(mipmap_level, 1)) {}

  /// The texel at an index.
  HCRT_AMP const T get(const index<N>& i) const { return Texel::load(this->element(i), this->mips_.bits); }
  HCRT_TEXTURE_SUBSCRIPTS(T, N)
  /// Writes a texel.
  HCRT_AMP void set(const index<N>& i, const T& value) const {
    Texel::store(this->element(i), this->mips_.bits, value);
  }

 private:
  using Access = hcrt::detail::TextureAccess;

  HCRT_BOTH static hcrt::detail::Mips<N> first_level(const texture<T, N>& source) {
    hcrt::detail::Mips<N> one = Access::mips(source);
    one.levels = 1;
    return one;
  }
};

/// Reads and samples a range of a texture's mipmap levels. Kernels capture it by value.
template <class T, int N>
class texture_view<const T, N> : public hcrt::detail::TextureViewBase<const unsigned char, N> {
  using Base = hcrt::detail::TextureViewBase<const unsigned char, N>;
  using Texel = hcrt::detail::Texel<T>;

 public:
  static inline constexpr int rank = N;
  typedef const T value_type;
  typedef typename Texel::Scalar scalar_type;
  typedef typename short_vector<float, N>::type coordinates_type;
  typedef typename short_vector<scalar_type, 4>::type gather_return_type;

  HCRT_BOTH texture_view(const texture<T, N>& source)
      : Base(Access::buffer(source), Access::data(source), Access::mips(source)) {}
  HCRT_BOTH texture_view(const texture_view<T, N>& source) : Base(source, Access::mips(source)) {}
  /// The levels from the given one on; throws where there are not as many.
  HCRT_CPU texture_view(const texture<T, N>& source, unsigned most_detailed_mipmap_level,
                        unsigned mipmap_levels)
      : Base(Access::buffer(source), nullptr,
             Access::mips(source).part(most_detailed_mipmap_level, mipmap_levels)) {}
  HCRT_CPU texture_view(const texture_view& source, unsigned most_detailed_mipmap_level,
                        unsigned mipmap_levels)
      : Base(source, source.mips_.part(most_detailed_mipmap_level, mipmap_levels)) {}

  HCRT_AMP const T get(const index<N>& i, unsigned mipmap_level = 0) const {
    return Texel::load(this->element(i, mipmap_level), this->mips_.bits);
  }
  HCRT_TEXTURE_SUBSCRIPTS(T, N)

  /// The filtered value at normalised coordinates (sampling.hpp has the arithmetic). level_of_detail 0 is the
  /// view's first mipmap level; the linear filter weighs two levels, the point filter takes the nearest.
  HCRT_AMP T sample(const sampler& how, const coordinates_type& at, float level_of_detail = 0.0f) const {
    return sampled(mode_of(how), at, level_of_detail);
  }
  template <filter_mode Filter = filter_linear, address_mode Address = address_clamp>
  HCRT_AMP T sample(const coordinates_type& at, float level_of_detail = 0.0f) const {
    return sampled({Filter, Address, float_4(), false}, at, level_of_detail);
  }

  /// One component of each of the four texels that a linear filter of rank 2 would weigh, counter-clockwise
  /// from the lower left one.
#define HCRT_GATHER(color, component)                                                                      \
  HCRT_AMP const gather_return_type gather_##color(const sampler& how, const coordinates_type& at) const { \
    return gathered<component>(how.get_address_mode(), how.get_border_color(), at);                        \
  }                                                                                                        \
  template <address_mode Address = address_clamp>                                                          \
  HCRT_AMP const gather_return_type gather_##color(const coordinates_type& at) const {                     \
    return gathered<component>(Address, float_4(), at);                                                    \
  }
  HCRT_GATHER(red, 0)
  HCRT_GATHER(green, 1)
  HCRT_GATHER(blue, 2)
  HCRT_GATHER(alpha, 3)
#undef HCRT_GATHER

 private:
  using Access = hcrt::detail::TextureAccess;
  using Mode = hcrt::detail::SampleMode;

  HCRT_AMP static Mode mode_of(const sampler& how) {
    return {how.get_filter_mode(), how.get_address_mode(), how.get_border_color(), false};
  }
  HCRT_AMP T sampled(const Mode& mode, const coordinates_type& at, float level_of_detail) const {
    float coordinates[N];
    if constexpr (N == 1) {
      coordinates[0] = at;
    } else {
      for (int d = 0; d < N; ++d) coordinates[d] = at.lane_[d];
    }
    const hcrt::detail::Sampling<T, N> sampling{this->texels(), this->mips_, mode};
    return sampling.at(coordinates, level_of_detail);
  }
  template <unsigned Component>
  HCRT_AMP gather_return_type gathered(address_mode address, const float_4& border,
                                       const coordinates_type& at) const {
    static_assert(N == 2, "the gather functions need a texture of rank 2");
    static_assert(Component < Texel::channels, "the texture's values have no such component");
    return hcrt::detail::gather<T>(this->texels(), this->mips_, address, border, {at.x, at.y}, Component);
  }
};

/// Writes a texture. Kernels capture it by value; texture_view<T, N> does the same and more.
template <class T, int N>
class writeonly_texture_view : public hcrt::detail::TextureViewBase<unsigned char, N> {
  using Base = hcrt::detail::TextureViewBase<unsigned char, N>;
  using Texel = hcrt::detail::Texel<T>;
  using Access = hcrt::detail::TextureAccess;

 public:
  static inline constexpr int rank = N;
  typedef T value_type;
  typedef typename Texel::Scalar scalar_type;

  HCRT_BOTH writeonly_texture_view(texture<T, N>& source)
      : Base(Access::buffer(source), Access::data(source), Access::mips(source)) {}

  /// Writes a texel.
  HCRT_AMP void set(const index<N>& i, const T& value) const {
    Texel::store(this->element(i), this->mips_.bits, value);
  }
};

}  // namespace graphics
}  // namespace Concurrency
#endif
