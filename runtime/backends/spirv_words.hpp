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

/// The instructions that libhcrt looks at.
enum Opcode : std::uint32_t {
  op_name = 5,
  op_string = 7,
  op_ext_inst_import = 11,
  op_memory_model = 14,
  op_entry_point = 15,
  op_execution_mode = 16,
  op_capability = 17,
  op_type_void = 19,
  op_type_int = 21,
  op_type_pointer = 32,
  op_type_forward_pointer = 39,
  op_constant_true = 41,
  op_constant = 43,
  op_spec_constant = 50,
  op_spec_constant_op = 52,
  op_function = 54,
  op_function_parameter = 55,
  op_function_end = 56,
  op_function_call = 57,
  op_variable = 59,
  op_load = 61,
  op_store = 62,
  op_decorate = 71,
  op_composite_construct = 80,
  op_copy_object = 83,
  op_pointer_to_generic = 121,
  op_subtract = 130,
  op_select = 169,
  op_shift_right_logical = 194,
  op_label = 248,
  op_ballot = 339,
  op_shuffle = 345,
};

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
