// What libhcrt changes in SPIR-V modules for a device.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "../../../runtime/backends/opencl/generic_pointers.hpp"
#include "../../../runtime/backends/opencl/held_values.hpp"
#include "../../../runtime/backends/opencl/lone_lanes.hpp"
#include "../../../runtime/backends/opencl/loop_bounds.hpp"
#include "../../../runtime/backends/opencl/spirv_check.hpp"
#include "../../../runtime/backends/vulkan/float_controls.hpp"
#include "../../../runtime/backends/vulkan/spirv_notes.hpp"

namespace {

using Words = std::vector<std::uint32_t>;

Words instruction(std::uint32_t opcode, Words operands) {
  operands.insert(operands.begin(), static_cast<std::uint32_t>(operands.size() + 1) << 16 | opcode);
  return operands;
}

Words name(std::uint32_t id, const std::string& text) {
  Words words(1 + (text.size() + 4) / 4, 0);
  words[0] = id;
  for (std::size_t n = 0; n < text.size(); ++n)
    words[1 + n / 4] |= std::uint32_t{static_cast<unsigned char>(text[n])} << 8 * (n % 4);
  return instruction(5, words);
}

Words module_of(const std::vector<Words>& instructions) {
  Words all = {0x07230203, 0x00010200, 0, 100, 0};
  for (const Words& one : instructions) all.insert(all.end(), one.begin(), one.end());
  return all;
}

TEST(HeldValues, AreNoMoreVolatile) {
  const auto with = [](std::uint32_t held_access) {
    return module_of({name(7, "hcpy.held12"), name(8, "hcpy.hel"), name(9, "own"),
                      instruction(61, {1, 20, 7, held_access, 4}), instruction(61, {1, 21, 9, 3, 4}),
                      instruction(61, {1, 22, 8, 3, 4}), instruction(62, {7, 20, held_access, 4}),
                      instruction(62, {9, 20, 3, 4}), instruction(62, {7, 20})});
  };
  Words words = with(3);
  hcrt::backends::opencl::release_held_values(words);
  EXPECT_EQ(words, with(2));
}

TEST(LoopBounds, AreNoMoreHidden) {
  const auto with = [](std::uint32_t opcode, std::uint32_t number) {
    return module_of({name(20, "hcpy.zero1"), name(21, "hcpy.zer"), instruction(opcode, {1, 20, 9, number}),
                      instruction(194, {1, 21, 9, 8}), instruction(199, {1, 22, 20, 8})});
  };
  Words words = with(194, 8);
  hcrt::backends::opencl::show_loop_bounds(words);
  EXPECT_EQ(words, with(130, 9));
}

Words controls(const std::vector<std::uint32_t>& capabilities, const std::vector<Words>& modes) {
  std::vector<Words> all;
  for (const std::uint32_t one : capabilities) all.push_back(instruction(17, {one}));
  for (const Words& mode : modes) all.push_back(instruction(16, {5, mode[0], mode[1]}));
  all.push_back(instruction(54, {1, 5, 0, 2}));
  return module_of(all);
}

Words kept(const hcrt::backends::vulkan::VkPhysicalDeviceFloatControlsProperties& has) {
  Words words = controls({1, 4464, 4466, 4467}, {{4461, 32}, {4459, 32}, {4459, 64}, {4462, 32}, {4462, 64}});
  hcrt::backends::vulkan::keep_float_controls(words, has);
  return words;
}

TEST(FloatControls, ThoseOfTheDeviceStay) {
  hcrt::backends::vulkan::VkPhysicalDeviceFloatControlsProperties has;
  EXPECT_EQ(kept(has), controls({1, 4466}, {{4461, 32}}));
  for (int n = 0; n < 3; ++n) has.shaderDenormPreserve[n] = has.shaderRoundingModeRTE[n] = 1;
  has.denormBehaviorIndependence = 1;  // of all widths
  has.roundingModeIndependence = 0;    // of 32 bits alone
  EXPECT_EQ(kept(has), controls({1, 4464, 4466, 4467}, {{4461, 32}, {4459, 32}, {4459, 64}, {4462, 32}}));
  has.shaderDenormPreserve[2] = 0;
  has.roundingModeIndependence = 2;  // none
  EXPECT_EQ(kept(has), controls({1, 4464, 4466}, {{4461, 32}, {4459, 32}}));
}

// A word that begins no instruction, and one that begins a longer one than there is.
TEST(DamagedWords, AreNamedWhereverTheyAre) {
  const Words model = instruction(14, {0, 1}), entry = instruction(15, {5, 5, 'f'});
  const Words whole = module_of({model, entry, instruction(54, {1, 5, 0, 2}), instruction(56, {})});
  EXPECT_EQ(hcrt::backends::opencl::spirv_fault(whole.data(), whole.size() * 4), "");
  EXPECT_EQ(hcrt::backends::vulkan::read_notes(whole.data(), whole.size() * 4).fault, "");
  for (const std::uint32_t bad : {0U, 9U << 16 | 56}) {
    Words damaged = whole;
    damaged.back() = bad;
    const std::string fault = "word " + std::to_string(damaged.size() - 1) + " is no instruction";
    EXPECT_EQ(hcrt::backends::opencl::spirv_fault(damaged.data(), damaged.size() * 4), fault);
    EXPECT_EQ(hcrt::backends::vulkan::read_notes(damaged.data(), damaged.size() * 4).fault, fault);
  }
}

// A driver may refuse them; no word beyond them is read.
TEST(DamagedWords, ShortInstructionsAreLeftAsTheyAre) {
  const Words wave = instruction(17, {61}), number = instruction(21, {3, 32, 0});
  for (const std::uint32_t opcode : {15U, 16U, 17U, 59U, 61U, 71U, 339U, 345U}) {
    const Words given = module_of({wave, number, instruction(opcode, {})});
    const Words made = hcrt::backends::opencl::make_lone_lanes(given);
    EXPECT_EQ(made.back(), given.back()) << opcode;
    Words controlled = given;
    hcrt::backends::vulkan::keep_float_controls(controlled, {});
    EXPECT_EQ(controlled, given) << opcode;
  }
}

constexpr std::uint32_t group = 1, global = 2, generic = 3, casting = 20, calling = 21, plain = 22,
                        constant = 23;

// Pointers to group and to global memory, and kernels that cast one of each; a name of a word.
Words casting_module() {
  const auto function = [](std::uint32_t id, const Words& inside) {
    Words words = instruction(54, {9, id, 0, 8}), end = instruction(56, {});
    words.insert(words.end(), inside.begin(), inside.end());
    words.insert(words.end(), end.begin(), end.end());
    return words;
  };
  return module_of({instruction(15, {6, casting, 'c'}), instruction(15, {6, calling, 'd'}),
                    instruction(15, {6, plain, 'p'}), instruction(15, {6, constant, 'k'}),
                    instruction(32, {group, 4, 7}), instruction(32, {global, 5, 7}),
                    instruction(32, {generic, 8, 7}), instruction(59, {group, 11, 4}),
                    instruction(59, {global, 12, 5}), instruction(52, {generic, 13, 121, 11}),
                    function(casting, instruction(121, {generic, 30, 11})),
                    function(calling, instruction(57, {9, 31, casting})),
                    function(plain, instruction(121, {generic, 32, 12})),
                    function(constant, instruction(61, {7, 33, 13}))});
}

TEST(GenericPointers, AreOfKernelsThatCastOneToTheirOwnMemory) {
  const std::unordered_set<std::string> mixing{"c", "d", "k"};
  EXPECT_EQ(hcrt::backends::opencl::kernels_with_generic_pointers(casting_module()), mixing);
}

// It is of what a driver may refuse; no word beyond them is read.
TEST(GenericPointers, ShortInstructionsAreNoCasts) {
  for (const std::uint32_t opcode : {15U, 32U, 52U, 54U, 57U, 121U})
    EXPECT_TRUE(
        hcrt::backends::opencl::kernels_with_generic_pointers(module_of({instruction(opcode, {})})).empty());
}

}  // namespace
