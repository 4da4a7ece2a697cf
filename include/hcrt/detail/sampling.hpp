// Reading a texture between its texels, in arithmetic of float.
//
// In a dimension of n texels the coordinate u reaches from 0, the beginning of the first texel, to 1, the end
// of the last one. The point filter takes texel floor(u * n). The linear filter takes p = u * n - 0.5 and
// weighs texel floor(p) with 1 - f and the next one with f = p - floor(p), in each dimension. Addresses
// outside of the texture are mapped for each of these texels. Each operation is rounded, products aren't
// fused into sums: all targets give the same values.
#ifndef HCRT_DETAIL_SAMPLING_HPP
#define HCRT_DETAIL_SAMPLING_HPP

#include "mips.hpp"
#include "sampler.hpp"
#include "texel.hpp"

namespace hcrt {
namespace detail {

/// How to filter, as numbers that may be compile-time constants.
struct SampleMode {
  Concurrency::graphics::filter_mode filter;
  Concurrency::graphics::address_mode address;
  Concurrency::graphics::float_4 border;
  bool in_texels;  // coordinates go from 0 to n, not to 1
};

/// floor for what a texel's number may be; beyond, some number on the same side of the texture.
HCRT_BOTH inline int floor_to_int(float v) {
  constexpr float limit = 0x1p30f;
  const float near = v > -limit ? (v < limit ? v : limit) : -limit;
  const int truncated = static_cast<int>(near);
  return truncated - (near < static_cast<float>(truncated) ? 1 : 0);
}

/// The texel of n that address i maps to; -1 for the border.
HCRT_BOTH inline int mapped_address(Concurrency::graphics::address_mode mode, int i, int n) {
  if (i >= 0 && i < n) return i;
  switch (mode) {
    case Concurrency::graphics::address_wrap: {
      const int m = i % n;
      return m < 0 ? m + n : m;
    }
    case Concurrency::graphics::address_mirror: {
      const int turn = i < 0 ? -1 - i : i;  // the picture left of the texture is the one from it on
      const int m = turn % n;
      return turn / n % 2 == 0 ? m : n - 1 - m;
    }
    case Concurrency::graphics::address_border:
      return -1;
    default:
      return i < 0 ? 0 : n - 1;
  }
}

/// Samples the mips of values T, which begin at `data`. Coordinate 0 runs along the fastest dimension.
template <class T, int N>
struct Sampling {
  typedef typename Texel<T>::Scalar Scalar;
  static constexpr unsigned channels = Texel<T>::channels;
  static_assert(std::is_same<Scalar, float>::value || vectors::is_normalized<Scalar>,
                "only textures of float, norm and unorm can be sampled");

  struct Sum {
    float channel[channels];
  };

  const unsigned char* data;
  const Mips<N>& mips;
  const SampleMode& mode;

  HCRT_AMP T at(const float (&coordinates)[N], float level_of_detail) const {
#pragma clang fp contract(off)
    const bool point = mode.filter == Concurrency::graphics::filter_point;
    const float last = static_cast<float>(mips.levels - 1);
    const float lod = level_of_detail > 0.0f ? (level_of_detail < last ? level_of_detail : last) : 0.0f;
    const unsigned first = static_cast<unsigned>(point ? lod + 0.5f : lod);
    const float fraction = point ? 0.0f : lod - static_cast<float>(first);
    Sum sum{};
    add_level(sum, coordinates, first, 1.0f - fraction, point);
    if (fraction > 0.0f) add_level(sum, coordinates, first + 1, fraction, point);
    T value;
    for (unsigned c = 0; c < channels; ++c) Texel<T>::scalar(value, c) = static_cast<Scalar>(sum.channel[c]);
    return value;
  }

 private:
  // The point filter is the linear one's first corner: with one loop for both, kernels stay small.
  HCRT_AMP void add_level(Sum& sum, const float (&coordinates)[N], unsigned level, float weight,
                          bool point) const {
#pragma clang fp contract(off)
    const Kalmar::extent<N> e = mips.extent(level);
    Kalmar::index<N> first;
    float fraction[N];
    for (int d = 0; d < N; ++d) {
      const float scale = mode.in_texels ? 1.0f : static_cast<float>(e[d]);
      const float place = coordinates[N - 1 - d] * scale - (point ? 0.0f : 0.5f);
      first[d] = floor_to_int(place);
      fraction[d] = place - static_cast<float>(first[d]);
    }
    const int corners = point ? 1 : 1 << N;
    for (int corner = 0; corner < corners; ++corner) {  // bit d: the second texel of dimension d
      Kalmar::index<N> i = first;
      float share = weight;
      for (int d = 0; d < N; ++d) {
        const bool second = (corner >> d & 1) != 0;
        i[d] += second ? 1 : 0;
        if (!point) share *= second ? fraction[d] : 1.0f - fraction[d];
      }
      add(sum, i, level, e, share);
    }
  }

  HCRT_AMP void add(Sum& sum, const Kalmar::index<N>& address, unsigned level, const Kalmar::extent<N>& e,
                    float weight) const {
#pragma clang fp contract(off)
    Kalmar::index<N> i;
    bool border = false;
    for (int d = 0; d < N; ++d) {
      i[d] = mapped_address(mode.address, address[d], e[d]);
      border = border || i[d] < 0;
    }
    if (border) {
      for (unsigned c = 0; c < channels; ++c) sum.channel[c] += weight * mode.border.lane_[c];
      return;
    }
    const T texel = Texel<T>::load(data + mips.offset(i, level), mips.bits);
    for (unsigned c = 0; c < channels; ++c)
      sum.channel[c] += weight * static_cast<float>(Texel<T>::scalar(texel, c));
  }
};

/// One component of the four texels that the linear filter would weigh in level 0, counter-clockwise from the
/// lower left one: (row + 1, column), (row + 1, column + 1), (row, column + 1), (row, column).
template <class T>
HCRT_AMP typename Concurrency::graphics::short_vector<typename Texel<T>::Scalar, 4>::type gather(
    const unsigned char* data, const Mips<2>& mips, Concurrency::graphics::address_mode address,
    const Concurrency::graphics::float_4& border, const float (&coordinates)[2], unsigned component) {
#pragma clang fp contract(off)
  using Scalar = typename Texel<T>::Scalar;
  const Kalmar::extent<2> e = mips.extent();
  const int row = floor_to_int(coordinates[1] * static_cast<float>(e[0]) - 0.5f);
  const int column = floor_to_int(coordinates[0] * static_cast<float>(e[1]) - 0.5f);
  typename Concurrency::graphics::short_vector<Scalar, 4>::type four;
  for (int k = 0; k < 4; ++k) {
    const int r = mapped_address(address, row + (k < 2 ? 1 : 0), e[0]);
    const int c = mapped_address(address, column + (k == 1 || k == 2 ? 1 : 0), e[1]);
    if (r < 0 || c < 0) {
      four.lane_[k] = static_cast<Scalar>(border.lane_[component]);
    } else {
      const T texel = Texel<T>::load(data + mips.offset(Kalmar::index<2>(r, c)), mips.bits);
      four.lane_[k] = Texel<T>::scalar(texel, component);
    }
  }
  return four;
}

}  // namespace detail
}  // namespace hcrt
#endif
