#include "spirv_constants.hpp"

#include <hcrt/runtime.hpp>
#include <map>

#include "../../core/log.hpp"

namespace hcrt::backends::opencl {
namespace {

constexpr std::size_t header_words = 5;
constexpr std::uint32_t op_spec_constant = 50, op_function = 54, op_decorate = 71;
constexpr std::uint32_t spec_id = 1;  // a decoration

// The constants' numbers, by their ids.
std::map<std::uint32_t, std::uint32_t> numbers_of(const std::vector<std::uint32_t>& words) {
  std::map<std::uint32_t, std::uint32_t> found;
  for (std::size_t at = header_words; at < words.size(); at += words[at] >> 16) {
    const std::uint32_t opcode = words[at] & 0xffff;
    if (opcode == op_function || words[at] >> 16 == 0) break;
    if (opcode == op_decorate && words[at] >> 16 == 4 && words[at + 2] == spec_id)
      found[words[at + 1]] = words[at + 3];
  }
  return found;
}

}  // namespace

bool has_constants(const std::vector<std::uint32_t>& words) { return !numbers_of(words).empty(); }

std::vector<std::uint32_t> with_constants(std::vector<std::uint32_t> words,
                                          const std::vector<Specialized>& places,
                                          const std::vector<std::uint64_t>& values) {
  const std::map<std::uint32_t, std::uint32_t> numbers = numbers_of(words);
  std::map<std::uint32_t, std::uint64_t> wanted;
  for (std::size_t i = 0; i < places.size(); ++i) wanted[places[i].number] = values[i];
  for (std::size_t at = header_words; at < words.size() && words[at] >> 16; at += words[at] >> 16) {
    const std::uint32_t length = words[at] >> 16;
    if ((words[at] & 0xffff) == op_function) break;
    if ((words[at] & 0xffff) != op_spec_constant || length < 4 || at + length > words.size()) continue;
    const auto number = numbers.find(words[at + 2]);
    const auto value = number == numbers.end() ? wanted.end() : wanted.find(number->second);
    if (value == wanted.end()) continue;
    words[at + 3] = static_cast<std::uint32_t>(value->second);
    if (length > 4) words[at + 4] = static_cast<std::uint32_t>(value->second >> 32);
    wanted.erase(value);
  }
  if (!wanted.empty())
    throw Error(Errc::runtime,
                text("the SPIR-V module is damaged: it lacks the constant %u", wanted.begin()->first));
  return words;
}

}  // namespace hcrt::backends::opencl
