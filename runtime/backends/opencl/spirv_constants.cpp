#include "spirv_constants.hpp"

#include <hcrt/runtime.hpp>
#include <map>

#include "../../core/log.hpp"

namespace hcrt::backends::opencl {
namespace {

using namespace spirv;
constexpr std::uint32_t spec_id = 1;  // a decoration

// The constants' numbers, by their ids.
std::map<std::uint32_t, std::uint32_t> numbers_of(const spirv::Words& words) {
  std::map<std::uint32_t, std::uint32_t> found;
  spirv::for_each_instruction(words, [&](const spirv::Instruction& each) {
    if (each.opcode == op_decorate && each.count == 4 && words[each.at + 2] == spec_id)
      found[words[each.at + 1]] = words[each.at + 3];
  });
  return found;
}

}  // namespace

bool has_constants(const spirv::Words& words) { return !numbers_of(words).empty(); }

spirv::Words with_constants(spirv::Words words, const std::vector<Specialized>& places,
                            const std::vector<std::uint64_t>& values) {
  const std::map<std::uint32_t, std::uint32_t> numbers = numbers_of(words);
  std::map<std::uint32_t, std::uint64_t> wanted;
  for (std::size_t i = 0; i < places.size(); ++i) wanted[places[i].number] = values[i];
  spirv::for_each_instruction(words, [&](const spirv::Instruction& each) {
    if (each.opcode != op_spec_constant || each.count < 4) return;
    const auto number = numbers.find(words[each.at + 2]);
    const auto value = number == numbers.end() ? wanted.end() : wanted.find(number->second);
    if (value == wanted.end()) return;
    words[each.at + 3] = static_cast<std::uint32_t>(value->second);
    if (each.count > 4) words[each.at + 4] = static_cast<std::uint32_t>(value->second >> 32);
    wanted.erase(value);
  });
  if (!wanted.empty())
    throw Error(Errc::runtime,
                text("the SPIR-V module is damaged: it lacks the constant %u", wanted.begin()->first));
  return words;
}

}  // namespace hcrt::backends::opencl
