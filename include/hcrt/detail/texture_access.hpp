// What textures and their views have in common: texels in a buffer and questions about them.
#ifndef HCRT_DETAIL_TEXTURE_ACCESS_HPP
#define HCRT_DETAIL_TEXTURE_ACCESS_HPP

#include "binding.hpp"
#include "buffers.hpp"
#include "mips.hpp"
#include "texel.hpp"

namespace hcrt {
namespace detail {

/// The types of a texture's values.
template <class V>
struct is_texel : std::false_type {};
template <class S, int K, bool W>
struct is_texel<vectors::short_vector_of<S, K, W>>
    : std::integral_constant<bool, K == 2 || (K == 4 && !std::is_same<S, double>::value)> {};
template <>
struct is_texel<int> : std::true_type {};
template <>
struct is_texel<unsigned> : std::true_type {};
template <>
struct is_texel<float> : std::true_type {};
template <>
struct is_texel<double> : std::true_type {};
template <>
struct is_texel<vectors::norm> : std::true_type {};
template <>
struct is_texel<vectors::unorm> : std::true_type {};

/// The inside of textures and views, for views of them and copies.
struct TextureAccess {
  template <class X>
  HCRT_BOTH static const Ref<Buffer>& buffer(const X& x) {
    return x.buffer();
  }
  template <class X>
  HCRT_BOTH static auto mips(const X& x) -> decltype((x.mips_)) {
    return x.mips_;
  }
  template <class X>
  HCRT_BOTH static unsigned char* data(const X& x) {
    return x.data_;
  }
};

// The questions that textures and views answer in the same way: their members mips_ and buffer().
#define HCRT_TEXTURE_PROPERTIES(N)                                                                    \
  HCRT_BOTH Kalmar::extent<N> get_extent() const { return mips_.extent(); }                           \
  HCRT_BOTH unsigned get_mipmap_levels() const { return mips_.levels; }                               \
  /** The extent of a mipmap level; on the host throws where there is no such level. */               \
  HCRT_BOTH Kalmar::extent<N> get_mipmap_extent(unsigned level) const {                               \
    HCRT_HOST_CHECK(level < mips_.levels, "get_mipmap_extent: the texture has no such mipmap level"); \
    return mips_.extent(level);                                                                       \
  }                                                                                                   \
  HCRT_CPU unsigned get_bits_per_scalar_element() const { return mips_.bits; }                        \
  /** Bytes of all levels. */                                                                         \
  HCRT_CPU unsigned get_data_length() const { return static_cast<unsigned>(mips_.bytes()); }          \
  HCRT_CPU Kalmar::accelerator_view get_accelerator_view() const {                                    \
    return hcrt::detail::buffer_view(buffer());                                                       \
  }                                                                                                   \
  HCRT_CPU Kalmar::accelerator_view get_associated_accelerator_view() const {                         \
    return hcrt::detail::buffer_associated_view(buffer());                                            \
  }                                                                                                   \
  HCRT_CPU Kalmar::access_type get_cpu_access_type() const {                                          \
    return hcrt::detail::buffer_cpu_access(buffer());                                                 \
  }                                                                                                   \
  /** Bytes from a row to the next, and from a slice to the next, of level 0: there are no gaps. */   \
  HCRT_CPU unsigned get_row_pitch() const {                                                           \
    static_assert(N >= 2, "the row pitch is a property of textures of rank 2 and 3");                 \
    return static_cast<unsigned>(mips_.extent()[N - 1]) * mips_.texel_bytes;                          \
  }                                                                                                   \
  HCRT_CPU unsigned get_depth_pitch() const {                                                         \
    static_assert(N == 3, "the depth pitch is a property of textures of rank 3");                     \
    return get_row_pitch() * static_cast<unsigned>(mips_.extent()[N - 2]);                            \
  }                                                                                                   \
  __declspec(property(get = get_extent)) Kalmar::extent<N> extent;                                    \
  __declspec(property(get = get_mipmap_levels)) unsigned mipmap_levels;                               \
  __declspec(property(get = get_bits_per_scalar_element)) unsigned bits_per_scalar_element;           \
  __declspec(property(get = get_data_length)) unsigned data_length;                                   \
  __declspec(property(get = get_accelerator_view)) Kalmar::accelerator_view accelerator_view;         \
  __declspec(property(                                                                                \
      get = get_associated_accelerator_view)) Kalmar::accelerator_view associated_accelerator_view;   \
  __declspec(property(get = get_cpu_access_type)) Kalmar::access_type cpu_access_type;                \
  __declspec(property(get = get_row_pitch)) unsigned row_pitch;                                       \
  __declspec(property(get = get_depth_pitch)) unsigned depth_pitch;

// The forms of reading a texel, over the member get().
#define HCRT_TEXTURE_SUBSCRIPTS(V, N)                                                         \
  HCRT_AMP const V operator[](const Kalmar::index<N>& i) const { return get(i); }             \
  HCRT_AMP const V operator[](int i0) const { return get(Kalmar::index<N>(i0)); }             \
  HCRT_AMP const V operator()(const Kalmar::index<N>& i) const { return get(i); }             \
  HCRT_AMP const V operator()(int i0) const { return get(Kalmar::index<N>(i0)); }             \
  HCRT_AMP const V operator()(int i0, int i1) const { return get(Kalmar::index<N>(i0, i1)); } \
  HCRT_AMP const V operator()(int i0, int i1, int i2) const { return get(Kalmar::index<N>(i0, i1, i2)); }

}  // namespace detail
}  // namespace hcrt
#endif
