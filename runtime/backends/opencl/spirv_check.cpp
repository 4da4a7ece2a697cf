#include "spirv_check.hpp"

#include <cstdint>
#include <vector>

#include "../../core/log.hpp"
#include "../spirv_words.hpp"

namespace hcrt::backends::opencl {
namespace {

constexpr std::uint32_t largest_bound = 0x3FFFFF;  // of ids; the specification's universal limit
constexpr std::uint32_t most_opcodes = 8192;       // above all that are assigned

using namespace spirv;

/// Where the result id is, in words; 0: there is none, or it is not looked at.
std::size_t result_at(std::uint32_t opcode) {
  if (opcode == op_ext_inst_import || opcode == op_label) return 1;
  if (opcode >= op_type_void && opcode < op_type_forward_pointer) return 1;
  if (opcode >= op_constant_true && opcode <= op_spec_constant_op) return 2;
  if (opcode == op_function || opcode == op_function_parameter || opcode == op_function_call ||
      opcode == op_variable)
    return 2;
  return 0;
}

// What is wrong with instructions one by one and with their order: the first fault stays.
class Checker {
 public:
  explicit Checker(std::uint32_t bound) : defined_(bound) {}

  void see(const spirv::Words& words, const spirv::Instruction& found) {
    if (!fault_.empty()) return;
    const auto [at, opcode, count] = found;
    if (opcode >= most_opcodes) {
      fault_ = text("word %zu is no instruction", at);
    } else if (const std::size_t result = result_at(opcode)) {
      if (count > result) {
        define(words[at + result], at + result);
      } else {
        fault_ = text("the instruction at word %zu is cut off", at);
      }
    }
    if (fault_.empty()) see_order(found);
  }

  // `end`: where the walk over the words ended.
  std::string fault(std::size_t end, std::size_t words) const {
    if (!fault_.empty()) return fault_;
    if (end != words) return text("word %zu is no instruction", end);
    if (in_function_) return "its last function has no end";
    return has_entry_ && has_model_ ? "" : "it has no entry point or no memory model";
  }

 private:
  void define(std::uint32_t id, std::size_t at) {
    if (id == 0 || id >= defined_.size() || defined_[id]) {
      fault_ = text("word %zu defines an id that is none", at);
    } else {
      defined_[id] = true;
    }
  }

  void see_order(const spirv::Instruction& found) {
    const auto [at, opcode, count] = found;
    if (opcode == op_function || opcode == op_function_end) {
      if (in_function_ == (opcode == op_function)) fault_ = text("the functions overlap at word %zu", at);
      in_function_ = opcode == op_function;
    }
    if ((opcode == op_capability || opcode == op_memory_model || opcode == op_entry_point) && in_function_)
      fault_ = text("word %zu is in a function", at);
    has_entry_ = has_entry_ || opcode == op_entry_point;
    has_model_ = has_model_ || opcode == op_memory_model;
  }

  std::vector<bool> defined_;
  std::string fault_;
  bool in_function_ = false, has_entry_ = false, has_model_ = false;
};

}  // namespace

std::string spirv_fault(const void* data, std::size_t bytes) {
  if (bytes % 4 != 0 || bytes < spirv::header_words * 4) return text("it has %zu bytes", bytes);
  const spirv::Words words = spirv::words_of(data, bytes);
  if (words[0] != spirv::magic) return "its magic number is wrong";
  const std::uint32_t bound = words[spirv::bound_at];
  if (words[1] >> 24 || (words[1] >> 16) != 1 || words[1] & 0xFF) return "its version is none";
  if (bound == 0 || bound > largest_bound || words[4] != 0) return "its header is damaged";
  Checker checker(bound);
  const std::size_t end =
      spirv::for_each_instruction(words, [&](const spirv::Instruction& found) { checker.see(words, found); });
  return checker.fault(end, words.size());
}

}  // namespace hcrt::backends::opencl
