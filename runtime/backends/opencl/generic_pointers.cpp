#include "generic_pointers.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace hcrt::backends::opencl {
namespace {

using Id = std::uint32_t;
using namespace spirv;
constexpr std::uint32_t workgroup = 4, function_storage = 7;

// What a module says of its functions, in one walk. A pointer's type stands before it in SPIR-V.
class Functions {
 public:
  explicit Functions(const spirv::Words& words) : words_(words) {
    spirv::for_each_instruction(words, [&](const spirv::Instruction& found) { see(found); });
  }

  std::unordered_set<std::string> kernels_that_mix() const {
    std::unordered_set<std::string> kernels;
    for (const auto& [entry, name] : entries_)
      if (reaches_mixing(entry)) kernels.insert(name);
    return kernels;
  }

 private:
  void see(const spirv::Instruction& found) {
    const auto [at, opcode, count] = found;
    if (opcode == op_entry_point && count > 3)
      entries_.emplace(words_[at + 2], name_at(at + 3, at + count));
    else if (opcode == op_type_pointer && count == 4)
      note_type(words_[at + 1], words_[at + 2]);
    else if (opcode == op_function && count > 2)
      current_ = words_[at + 2];
    else if (opcode == op_function_call && count > 3)
      calls_[current_].push_back(words_[at + 3]);
    if (count < 3) return;
    if (own_memory_types_.count(words_[at + 1])) own_memory_.insert(words_[at + 2]);
    if (makes_generic(found)) {
      if (current_)
        mixing_.insert(current_);
      else
        mixed_constants_.insert(words_[at + 2]);
    }
    for (std::size_t n = at + 3; n < at + count && current_; ++n)
      if (mixed_constants_.count(words_[n])) mixing_.insert(current_);
  }

  void note_type(Id type, std::uint32_t storage) {
    if (storage == workgroup || storage == function_storage) own_memory_types_.insert(type);
  }

  // As an instruction, or as a constant for the functions that use it.
  bool makes_generic(const spirv::Instruction& found) const {
    const auto [at, opcode, count] = found;
    const bool is_constant =
        opcode == op_spec_constant_op && count == 5 && words_[at + 3] == op_pointer_to_generic;
    const bool is_cast = opcode == op_pointer_to_generic && count == 4;
    return (is_constant || is_cast) && own_memory_.count(words_[at + count - 1]) != 0;
  }

  std::string name_at(std::size_t begin, std::size_t end) const {
    std::string name(reinterpret_cast<const char*>(&words_[begin]), (end - begin) * 4);
    return name.substr(0, name.find('\0'));
  }

  bool reaches_mixing(Id entry) const {
    std::vector<Id> pending{entry};
    std::unordered_set<Id> seen;
    while (!pending.empty()) {
      const Id function = pending.back();
      pending.pop_back();
      if (!seen.insert(function).second) continue;
      if (mixing_.count(function)) return true;
      const auto calls = calls_.find(function);
      if (calls != calls_.end()) pending.insert(pending.end(), calls->second.begin(), calls->second.end());
    }
    return false;
  }

  const spirv::Words& words_;
  std::unordered_map<Id, std::string> entries_;
  std::unordered_map<Id, std::vector<Id>> calls_;
  std::unordered_set<Id> own_memory_types_, own_memory_, mixing_, mixed_constants_;
  Id current_ = 0;
};

}  // namespace

std::unordered_set<std::string> kernels_with_generic_pointers(const spirv::Words& words) {
  return Functions(words).kernels_that_mix();
}

}  // namespace hcrt::backends::opencl
