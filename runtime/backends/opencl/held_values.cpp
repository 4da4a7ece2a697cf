#include "held_values.hpp"

#include <cstring>
#include <unordered_set>

namespace hcrt::backends::opencl {
namespace {

constexpr std::size_t header_words = 5;
constexpr std::uint32_t op_name = 5, op_load = 61, op_store = 62, is_volatile = 1;
constexpr char name_of_held[] = "hcpy.held";

}  // namespace

std::vector<std::uint32_t> release_held_values(const void* data, std::size_t bytes) {
  std::vector<std::uint32_t> words(bytes / 4);
  std::memcpy(words.data(), data, bytes);
  std::unordered_set<std::uint32_t> held;
  for (std::size_t at = header_words; at < words.size(); at += words[at] >> 16) {
    const std::uint32_t opcode = words[at] & 0xFFFF, count = words[at] >> 16;
    if (opcode == op_name && count >= 2 + (sizeof name_of_held - 1 + 3) / 4 &&
        std::memcmp(&words[at + 2], name_of_held, sizeof name_of_held - 1) == 0)
      held.insert(words[at + 1]);
    // OpLoad: type, result, pointer, access. OpStore: pointer, value, access.
    const std::size_t pointer = opcode == op_load ? 3 : 1, access = opcode == op_load ? 4 : 3;
    if ((opcode == op_load || opcode == op_store) && count > access && held.count(words[at + pointer]))
      words[at + access] &= ~is_volatile;
  }
  return words;
}

}  // namespace hcrt::backends::opencl
