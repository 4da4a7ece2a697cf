#include "spirv_check.hpp"

#include <cstdint>
#include <cstring>
#include <vector>

#include "../../core/log.hpp"

namespace hcrt::backends::opencl {
namespace {

constexpr std::uint32_t magic = 0x07230203;
constexpr std::size_t header_words = 5;
constexpr std::uint32_t largest_bound = 0x3FFFFF;  // of ids; the specification's universal limit
constexpr std::uint32_t most_opcodes = 8192;       // above all that are assigned

// Opcodes of the instructions in which the position of a result id, or an order, is checked.
enum : std::uint32_t {
  op_ext_inst_import = 11,
  op_memory_model = 14,
  op_entry_point = 15,
  op_capability = 17,
  op_type_void = 19,
  op_type_forward_pointer = 39,
  op_constant_true = 41,
  op_spec_constant_op = 52,
  op_function = 54,
  op_function_parameter = 55,
  op_function_end = 56,
  op_function_call = 57,
  op_variable = 59,
  op_label = 248,
};

/// Where the result id stands, in words; 0: there is none, or it is not looked at.
std::size_t result_at(std::uint32_t opcode) {
  if (opcode == op_ext_inst_import || opcode == op_label) return 1;
  if (opcode >= op_type_void && opcode < op_type_forward_pointer) return 1;
  if (opcode >= op_constant_true && opcode <= op_spec_constant_op) return 2;
  if (opcode == op_function || opcode == op_function_parameter || opcode == op_function_call ||
      opcode == op_variable)
    return 2;
  return 0;
}

}  // namespace

std::string spirv_fault(const void* data, std::size_t bytes) {
  if (bytes % 4 != 0 || bytes < header_words * 4) return text("it has %zu bytes", bytes);
  std::vector<std::uint32_t> words(bytes / 4);
  std::memcpy(words.data(), data, bytes);
  if (words[0] != magic) return "its magic number is wrong";
  const std::uint32_t bound = words[3];
  if (words[1] >> 24 || (words[1] >> 16) != 1 || words[1] & 0xFF) return "its version is none";
  if (bound == 0 || bound > largest_bound || words[4] != 0) return "its header is damaged";
  std::vector<bool> defined(bound);
  bool in_function = false, has_entry = false, has_model = false;
  for (std::size_t at = header_words; at < words.size();) {
    const std::uint32_t opcode = words[at] & 0xFFFF, count = words[at] >> 16;
    if (count == 0 || count > words.size() - at || opcode >= most_opcodes)
      return text("word %zu is no instruction", at);
    if (const std::size_t result = result_at(opcode)) {
      if (count <= result) return text("the instruction at word %zu is cut off", at);
      const std::uint32_t id = words[at + result];
      if (id == 0 || id >= bound || defined[id])
        return text("word %zu defines an id that is none", at + result);
      defined[id] = true;
    }
    if (opcode == op_function || opcode == op_function_end) {
      if (in_function == (opcode == op_function)) return text("the functions overlap at word %zu", at);
      in_function = opcode == op_function;
    }
    if ((opcode == op_capability || opcode == op_memory_model || opcode == op_entry_point) && in_function)
      return text("word %zu stands in a function", at);
    has_entry = has_entry || opcode == op_entry_point;
    has_model = has_model || opcode == op_memory_model;
    at += count;
  }
  if (in_function) return "its last function has no end";
  return has_entry && has_model ? "" : "it has no entry point or no memory model";
}

}  // namespace hcrt::backends::opencl
