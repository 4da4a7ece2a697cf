#include "held_values.hpp"

namespace hcrt::backends::opencl {
namespace {

using namespace spirv;

constexpr std::uint32_t is_volatile = 1;

}  // namespace

void release_held_values(spirv::Words& words) {
  const std::unordered_set<std::uint32_t> held = spirv::ids_named(words, "hcpy.held");
  spirv::for_each_instruction(words, [&](const spirv::Instruction& found) {
    const auto [at, opcode, count] = found;
    // OpLoad: type, result, pointer, access. OpStore: pointer, value, access.
    const std::size_t pointer = opcode == op_load ? 3 : 1, access = opcode == op_load ? 4 : 3;
    if ((opcode == op_load || opcode == op_store) && count > access && held.count(words[at + pointer]))
      words[at + access] &= ~is_volatile;
  });
}

}  // namespace hcrt::backends::opencl
