// Modules ask for denormal numbers and rounding to nearest, which is what C++ programs expect; a device takes
// the modes that it has.
#ifndef HCRT_BACKENDS_VULKAN_FLOAT_CONTROLS_HPP
#define HCRT_BACKENDS_VULKAN_FLOAT_CONTROLS_HPP

#include <cstdint>
#include <vector>

#include "api.hpp"

namespace hcrt::backends::vulkan {

/// Takes the modes out of a module's words that the device lacks, and the capabilities of those that it has
/// for no width.
void keep_float_controls(std::vector<std::uint32_t>& words, const VkPhysicalDeviceFloatControlsProperties&);

}  // namespace hcrt::backends::vulkan
#endif
