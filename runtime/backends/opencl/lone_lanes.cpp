#include "lone_lanes.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <unordered_map>

#include "../spirv_words.hpp"

namespace hcrt::backends::opencl {
namespace {

constexpr std::uint32_t first_wave_capability = 61, last_wave_capability = 68;  // GroupNonUniform...
constexpr std::uint32_t decorated_builtin = 11;
constexpr std::uint32_t wave_size = 36, largest_wave = 37, lane_number = 41;  // built-in variables

using namespace spirv;

// The words that are read of an instruction.
std::size_t shortest(std::uint32_t opcode) {
  switch (opcode) {
    case op_capability:
    case op_name:
    case op_decorate:
      return 2;
    case op_entry_point:
    case op_variable:
      return 3;
    case op_load:
      return 4;
    case op_ballot:
    case op_shuffle:
      return 5;
    default:
      return 1;
  }
}

class Rewriter {
 public:
  explicit Rewriter(const Words& words) : words_(words), bound_(words[bound_at]) {
    for_each([this](const std::uint32_t* at, std::uint32_t opcode, std::size_t count) {
      if (opcode == op_type_int && count == 4 && at[2] == 32) uint_ = at[1];
      if (opcode == op_capability && count == 2 && is_wave(at[1])) needed_ = true;
      if (opcode != op_decorate || count != 4 || at[2] != decorated_builtin) return;
      if (at[3] == wave_size || at[3] == largest_wave) values_[at[1]] = true;
      if (at[3] == lane_number) values_[at[1]] = false;
    });
  }

  Words run() {
    if ((!needed_ && values_.empty()) || !uint_) return words_;
    made_.assign(words_.begin(), words_.begin() + header_words);
    zero_ = bound_++;
    one_ = bound_++;
    for_each([this](const std::uint32_t* at, std::uint32_t opcode, std::size_t count) {
      if (opcode == op_function && !has_numbers_) add_numbers();
      if (!is_changed(at, opcode, count)) made_.insert(made_.end(), at, at + count);
    });
    made_[bound_at] = bound_;
    return std::move(made_);
  }

 private:
  static bool is_wave(std::uint32_t capability) {
    return capability >= first_wave_capability && capability <= last_wave_capability;
  }

  template <class Visit>
  void for_each(Visit visit) const {
    spirv::for_each_instruction(words_, [&](const spirv::Instruction& found) {
      visit(&words_[found.at], found.opcode, found.count);
    });
  }

  void add(std::uint32_t opcode, std::initializer_list<std::uint32_t> operands) {
    made_.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | opcode);
    made_.insert(made_.end(), operands);
  }

  void add_numbers() {
    has_numbers_ = true;
    add(op_constant, {uint_, zero_, 0});
    add(op_constant, {uint_, one_, 1});
  }

  bool is_ours(std::uint32_t id) const { return values_.count(id) != 0; }

  // Was the instruction left out, or another one written?
  bool is_changed(const std::uint32_t* at, std::uint32_t opcode, std::size_t count) {
    if (count < shortest(opcode)) return false;
    switch (opcode) {
      case op_capability:
        return is_wave(at[1]);
      case op_name:
      case op_decorate:
        return is_ours(at[1]);
      case op_variable:
        return is_ours(at[2]);
      case op_entry_point:
        add_entry_point(at, count);
        return true;
      case op_load:
        if (!is_ours(at[3])) return false;
        add(op_copy_object, {at[1], at[2], values_.at(at[3]) ? one_ : zero_});
        return true;
      case op_ballot: {  // type, result, scope, vote
        const std::uint32_t bits = bound_++;
        add(op_select, {uint_, bits, at[4], one_, zero_});
        add(op_composite_construct, {at[1], at[2], bits, zero_, zero_, zero_});
        return true;
      }
      case op_shuffle:  // type, result, scope, value, lane
        add(op_copy_object, {at[1], at[2], at[4]});
        return true;
      default:
        return false;
    }
  }

  // After its name come the variables that it uses.
  void add_entry_point(const std::uint32_t* at, std::size_t count) {
    const std::size_t begin = made_.size();
    std::size_t after_name = 3;
    while (after_name < count && at[after_name] >> 24) ++after_name;
    after_name = std::min(after_name + 1, count);
    made_.insert(made_.end(), at, at + after_name);
    std::copy_if(at + after_name, at + count, std::back_inserter(made_),
                 [this](std::uint32_t id) { return !is_ours(id); });
    made_[begin] = static_cast<std::uint32_t>(made_.size() - begin) << 16 | op_entry_point;
  }

  const Words& words_;
  Words made_;
  std::unordered_map<std::uint32_t, bool> values_;  // variables of a wave: 1 or 0
  std::uint32_t bound_, uint_ = 0, zero_ = 0, one_ = 0;
  bool needed_ = false, has_numbers_ = false;
};

}  // namespace

Words make_lone_lanes(const Words& words) { return Rewriter(words).run(); }

}  // namespace hcrt::backends::opencl
