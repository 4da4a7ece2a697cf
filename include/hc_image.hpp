// Images: values in compact formats, read between their texels; arrays of images and cubes.
#ifndef HC_IMAGE_HPP
#define HC_IMAGE_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc.hpp"
#include "hc_short_vector.hpp"
#include "hcrt/detail/cube.hpp"
#include "hcrt/detail/mips.hpp"
#include "hcrt/detail/sampling.hpp"
#include "hcrt/detail/texture_access.hpp"

namespace hc {

/// How a value between texels is made: of the nearest texel, or weighed of those around.
enum class image_filter { nearest, linear };

/// What is read outside of an image: the texel at the edge, the image again and again, the image mirrored, or
/// a border's value.
enum class image_address { clamp, wrap, mirror, border };

/// How an image is sampled.
struct image_sampler {
  image_filter filter = image_filter::linear;
  image_address address = image_address::clamp;
  bool normalized =
      true;  ///< coordinates go from 0 to 1 over the image; else from 0 to its extent, in texels
  short_vector::float_4 border = short_vector::float_4(0.0f);

  image_sampler() = default;
  HCRT_BOTH image_sampler(image_filter f, image_address a = image_address::clamp, bool is_normalized = true)
      : filter(f), address(a), normalized(is_normalized) {}
};

template <class T>
class image_cube;

/// Several images of one extent and rank. T is int, uint, float, norm, unorm, or a short vector of two or
/// four of these. A number has 8, 16 or 32 bits in memory where it is an integer, 16 or 32 where it is a
/// float, 8 or 16 where it is a norm or unorm. Copies of an image_array name the same texels, as those of an
/// array_view; kernels capture it by value, read it and write it. What a kernel reads of texels that others
/// write is up to its own order.
template <class T, int N>
class image_array {
  static_assert(N >= 1 && N <= 3, "images have the rank 1, 2 or 3");
  static_assert(
      hcrt::detail::is_texel<T>::value,
      "an image is of int, unsigned, float, double, norm or unorm, or of a short vector with two or "
      "four of these (of double: two)");
  using Texel = hcrt::detail::Texel<T>;

 public:
  static inline constexpr int rank = N;
  typedef T value_type;
  /// x, y and z: the first one is the fastest dimension's, which is the last one of an index.
  typedef hcrt::conditional_t<N == 1, float, hcrt::vectors::short_vector_of<float, N, true>> coordinates_type;

  /// Texels of zeros.
  /// \throws runtime_exception where the extent, the number of layers or the bits are none that images have
  HCRT_CPU image_array(int layers, const extent<N>& e, unsigned bits = Texel::default_bits)
      : mips_(hcrt::detail::make_mips<Texel>(e, bits, 1)), layers_(layers), words_(counted(mips_, layers)) {}

  HCRT_BOTH extent<N> get_extent() const { return mips_.base; }
  HCRT_BOTH int get_layers() const { return layers_; }
  /// Of each number in memory.
  HCRT_BOTH unsigned get_bits() const { return mips_.bits; }

  /// The texel at an index, which must lie in the image.
  HCRT_BOTH T read(int layer, const index<N>& i) const {
    return Texel::load(texels(layer) + mips_.offset(i), mips_.bits);
  }
  HCRT_BOTH void write(int layer, const index<N>& i, const T& value) const {
    Texel::store(texels(layer) + mips_.offset(i), mips_.bits, value);
  }
  /// The filtered value at a place; images of float, norm and unorm.
  HCRT_BOTH T sample(int layer, const coordinates_type& at,
                     const image_sampler& how = image_sampler()) const {
    float coordinates[N];
    if constexpr (N == 1)
      coordinates[0] = at;
    else
      for (int d = 0; d < N; ++d) coordinates[d] = at.lane_[d];
    const hcrt::detail::SampleMode mode = mode_of(how);
    const hcrt::detail::Sampling<T, N> sampling{texels(layer), mips_, mode};
    return sampling.at(coordinates, 0.0f);
  }

 private:
  HCRT_CPU static int counted(const hcrt::detail::Mips<N>& mips, int layers) {
    const auto most = static_cast<std::size_t>(0x7FFFFFFF);
    if (layers <= 0 || mips.bytes() > most / static_cast<std::size_t>(layers))
      hcrt::detail::fail_argument("an image has at least one layer, and less than 2 GiB");
    return static_cast<int>((mips.bytes() * static_cast<std::size_t>(layers) + sizeof(unsigned) - 1) /
                            sizeof(unsigned));
  }
  HCRT_BOTH static hcrt::detail::SampleMode mode_of(const image_sampler& how) {
    using namespace Concurrency::graphics;
    const float_4 border(how.border.lane_[0], how.border.lane_[1], how.border.lane_[2], how.border.lane_[3]);
    return {how.filter == image_filter::nearest ? filter_point : filter_linear,
            how.address == image_address::wrap     ? address_wrap
            : how.address == image_address::mirror ? address_mirror
            : how.address == image_address::border ? address_border
                                                   : address_clamp,
            border, !how.normalized};
  }
  HCRT_BOTH unsigned char* texels(int layer) const {
    return reinterpret_cast<unsigned char*>(&words_[0]) + mips_.bytes() * static_cast<std::size_t>(layer);
  }

  hcrt::detail::Mips<N> mips_;
  int layers_;
  array_view<unsigned> words_;
};

/// One image.
template <class T, int N>
class image {
 public:
  static inline constexpr int rank = N;
  typedef T value_type;
  typedef typename image_array<T, N>::coordinates_type coordinates_type;

  HCRT_CPU explicit image(const extent<N>& e) : layers_(1, e) {}
  /// \param bits of each number in memory
  HCRT_CPU image(const extent<N>& e, unsigned bits) : layers_(1, e, bits) {}

  HCRT_BOTH extent<N> get_extent() const { return layers_.get_extent(); }
  /// Of each number in memory.
  HCRT_BOTH unsigned get_bits() const { return layers_.get_bits(); }
  /// The texel at an index, which must lie in the image.
  HCRT_BOTH T read(const index<N>& i) const { return layers_.read(0, i); }
  HCRT_BOTH void write(const index<N>& i, const T& value) const { layers_.write(0, i, value); }
  /// The filtered value at a place; images of float, norm and unorm.
  HCRT_BOTH T sample(const coordinates_type& at, const image_sampler& how = image_sampler()) const {
    return layers_.sample(0, at, how);
  }

 private:
  image_array<T, N> layers_;
};

/// Six squares around a point: those that look along +x, -x, +y, -y, +z and -z, with coordinates as graphics
/// have them. The filter looks over the edges into the neighbouring squares; at the cube's corners, where
/// three texels meet, the fourth one is their mean.
template <class T>
class image_cube {
 public:
  typedef T value_type;

  HCRT_CPU explicit image_cube(int side) : faces_(6, extent<2>(side, side)) {}
  HCRT_CPU image_cube(int side, unsigned bits) : faces_(6, extent<2>(side, side), bits) {}

  HCRT_BOTH int get_side() const { return faces_.get_extent()[0]; }
  HCRT_BOTH T read(int face, const index<2>& i) const { return faces_.read(face, i); }
  HCRT_BOTH void write(int face, const index<2>& i, const T& value) const { faces_.write(face, i, value); }
  /// The filtered value in a direction, which need not have the length 1 and must not be 0.
  HCRT_BOTH T sample(const short_vector::float_3& direction,
                     image_filter filter = image_filter::linear) const {
    using Texel = hcrt::detail::Texel<T>;
    typedef typename Texel::Scalar Scalar;
    static_assert(std::is_same<Scalar, float>::value || hcrt::vectors::is_normalized<Scalar>,
                  "only images of float, norm and unorm can be sampled");
    const hcrt::detail::CubePlace<float> place(direction.lane_[0], direction.lane_[1], direction.lane_[2]);
    if (filter == image_filter::nearest) {
      const short_vector::float_2 at(0.5f * (place.u / place.along + 1.0f),
                                     0.5f * (place.v / place.along + 1.0f));
      return faces_.sample(place.face, at, image_sampler(filter));
    }
    const hcrt::detail::CubeCorners around(place, get_side());
    float sum[Texel::channels] = {};
    for (int k = 0; k < 4; ++k) {
#pragma clang fp contract(off)
      const hcrt::detail::CubeTexel& from = around.texel[k];
      const T texel = read(from.face, index<2>(from.row, from.column));
      for (unsigned c = 0; c < Texel::channels; ++c)
        sum[c] += around.share[k] * static_cast<float>(Texel::scalar(texel, c));
    }
    T value;
    for (unsigned c = 0; c < Texel::channels; ++c) Texel::scalar(value, c) = static_cast<Scalar>(sum[c]);
    return value;
  }

 private:
  image_array<T, 2> faces_;
};

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
