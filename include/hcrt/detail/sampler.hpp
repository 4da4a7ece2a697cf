// sampler: how a texture is read between its texels and outside of them.
#ifndef HCRT_DETAIL_SAMPLER_HPP
#define HCRT_DETAIL_SAMPLER_HPP

#include "../../amp_short_vectors.h"
#include "exceptions.hpp"

namespace Concurrency {
namespace graphics {

/// How a sampler makes a value of the texels around a place.
enum filter_mode { filter_point = 0, filter_linear = 0x15, filter_unknown = -1 };
/// What a sampler takes for a place outside of the texture.
enum address_mode {
  address_wrap = 1,
  address_mirror = 2,
  address_clamp = 3,
  address_border = 4,
  address_unknown = -1
};

/// Immutable. Linear filter, clamped addresses and a border of zeros where nothing else is said.
class sampler {
 public:
  HCRT_CPU sampler() {}
  HCRT_CPU sampler(graphics::filter_mode filter) : sampler(filter, address_clamp) {}
  HCRT_CPU sampler(graphics::address_mode address, float_4 border = float_4())
      : sampler(filter_linear, address, border) {}
  /// Throws where the modes aren't ones that a sampler can be made with.
  HCRT_CPU sampler(graphics::filter_mode filter, graphics::address_mode address, float_4 border = float_4())
      : filter_(filter), address_(address), border_(border) {
    if (filter != filter_point && filter != filter_linear)
      hcrt::detail::fail_argument("sampler: unknown filter_mode");
    if (address < address_wrap || address > address_border)
      hcrt::detail::fail_argument("sampler: unknown address_mode");
  }

  /// The filter that it was made with.
  HCRT_BOTH graphics::filter_mode get_filter_mode() const { return filter_; }
  /// The address mode that it was made with.
  HCRT_BOTH graphics::address_mode get_address_mode() const { return address_; }
  /// The value outside of the texture, with address_border.
  HCRT_BOTH float_4 get_border_color() const { return border_; }
  __declspec(property(get = get_filter_mode)) graphics::filter_mode filter_mode;
  __declspec(property(get = get_address_mode)) graphics::address_mode address_mode;
  __declspec(property(get = get_border_color)) float_4 border_color;

 private:
  graphics::filter_mode filter_ = filter_linear;
  graphics::address_mode address_ = address_clamp;
  float_4 border_;
};

}  // namespace graphics
}  // namespace Concurrency
#endif
