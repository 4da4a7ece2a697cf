#include "held_values.hpp"

#include <cstring>
#include <unordered_set>

#include "../spirv_words.hpp"

namespace hcrt::backends::opencl {
namespace {

constexpr std::uint32_t op_name = 5, op_load = 61, op_store = 62, is_volatile = 1;
constexpr char name_of_held[] = "hcpy.held";

}  // namespace

std::vector<std::uint32_t> release_held_values(const void* data, std::size_t bytes) {
  spirv::Words words = spirv::words_of(data, bytes);
  std::unordered_set<std::uint32_t> held;
  spirv::for_each_instruction(words, [&](const spirv::Instruction& found) {
    const auto [at, opcode, count] = found;
    if (opcode == op_name && count >= 2 + (sizeof name_of_held - 1 + 3) / 4 &&
        std::memcmp(&words[at + 2], name_of_held, sizeof name_of_held - 1) == 0)
      held.insert(words[at + 1]);
    // OpLoad: type, result, pointer, access. OpStore: pointer, value, access.
    const std::size_t pointer = opcode == op_load ? 3 : 1, access = opcode == op_load ? 4 : 3;
    if ((opcode == op_load || opcode == op_store) && count > access && held.count(words[at + pointer]))
      words[at + access] &= ~is_volatile;
  });
  return words;
}

}  // namespace hcrt::backends::opencl
