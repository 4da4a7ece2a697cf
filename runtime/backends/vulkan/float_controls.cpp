#include "float_controls.hpp"

#include <algorithm>

#include "../spirv_words.hpp"

namespace hcrt::backends::vulkan {
namespace {

using namespace spirv;
constexpr std::int32_t only_32_bits = 0, all_widths = 1;  // VkShaderFloatControlsIndependence

struct Mode {
  u32 mode, capability;
  const VkBool32* has;  // for 16, 32 and 64 bits
  std::int32_t independence;
};

// Widths whose mode may not differ from another's go without.
bool has_mode(const Mode& mode, u32 width) {
  const std::size_t index = width == 16 ? 0 : width == 32 ? 1 : 2;
  return mode.has[index] &&
         (mode.independence == all_widths || (mode.independence == only_32_bits && width == 32));
}

}  // namespace

void keep_float_controls(std::vector<u32>& words, const VkPhysicalDeviceFloatControlsProperties& has) {
  const Mode modes[] = {
      {4459, 4464, &has.shaderDenormPreserve[0], has.denormBehaviorIndependence},
      {4462, 4467, &has.shaderRoundingModeRTE[0], has.roundingModeIndependence},
  };
  const auto is_left_out = [&](const spirv::Instruction& found) {
    const u32* const instruction = &words[found.at];
    return std::any_of(std::begin(modes), std::end(modes), [&](const Mode& mode) {
      if (found.opcode == op_execution_mode)
        return found.count > 3 && instruction[2] == mode.mode && !has_mode(mode, instruction[3]);
      return found.opcode == op_capability && found.count > 1 && instruction[1] == mode.capability &&
             !has_mode(mode, 16) && !has_mode(mode, 32) && !has_mode(mode, 64);
    });
  };
  std::size_t to = spirv::header_words;
  spirv::for_each_instruction(words, [&](const spirv::Instruction& found) {
    if (is_left_out(found)) return;
    std::copy_n(&words[found.at], found.count, &words[to]);
    to += found.count;
  });
  words.resize(to);
}

}  // namespace hcrt::backends::vulkan
