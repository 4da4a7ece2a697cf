// The instructions of a SPIR-V module, one after the other: the only place that steps over its words.
#ifndef HCRT_BACKENDS_SPIRV_WORDS_HPP
#define HCRT_BACKENDS_SPIRV_WORDS_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <unordered_set>
#include <vector>

namespace hcrt::backends::spirv {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t magic = 0x07230203;
constexpr std::size_t header_words = 5, bound_at = 3;

/// The module's words.
/// \param bytes a multiple of 4; what is left over is not copied
inline Words words_of(const void* data, std::size_t bytes) {
  Words words(bytes / 4);
  if (!words.empty()) std::memcpy(words.data(), data, words.size() * 4);
  return words;
}

struct Instruction {
  std::size_t at;  // of its first word in the module
  std::uint32_t opcode;
  std::size_t count;  // of words, the first one included
};

/// Calls visit(Instruction) for each, until a word begins none that fits into the module. The visitor may
/// change words up to the end of the instruction that it is given.
/// \returns where that word is; words.size(): all were visited
template <class Visit>
std::size_t for_each_instruction(const Words& words, Visit visit) {
  std::size_t at = header_words;
  while (at < words.size()) {
    const Instruction found{at, words[at] & 0xFFFF, words[at] >> 16};
    if (found.count == 0 || found.count > words.size() - at) return at;
    visit(found);
    at += found.count;
  }
  return words.size();
}

/// What OpName gives a name that begins so.
inline std::unordered_set<std::uint32_t> ids_named(const Words& words, const std::string& begin) {
  constexpr std::uint32_t op_name = 5;
  std::unordered_set<std::uint32_t> ids;
  for_each_instruction(words, [&](const Instruction& found) {
    const auto [at, opcode, count] = found;
    if (opcode == op_name && count >= 2 + (begin.size() + 3) / 4 &&
        std::memcmp(&words[at + 2], begin.data(), begin.size()) == 0)
      ids.insert(words[at + 1]);
  });
  return ids;
}

}  // namespace hcrt::backends::spirv
#endif
