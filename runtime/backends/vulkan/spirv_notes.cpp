#include "spirv_notes.hpp"

#include <cstdio>
#include <cstring>

#include "../../core/log.hpp"
#include "../spirv_words.hpp"

namespace hcrt::backends::vulkan {
namespace {

using namespace spirv;

int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

void note(Notes& notes, const std::string& line, std::size_t& filled) {
  unsigned long long a = 0, b = 0;
  int name = 0;
  if (std::sscanf(line.c_str(), "hcpy:kernel %llu %n", &a, &name) == 1) {
    notes.group_bytes[line.substr(static_cast<std::size_t>(name))] = static_cast<std::uint32_t>(a);
  } else if (line.compare(0, 12, "hcpy:pushed ") == 0) {
    notes.pushed.insert(line.substr(12));
  } else if (std::sscanf(line.c_str(), "hcpy:data %llu", &a) == 1) {
    notes.data.resize(a);
  } else if (line.compare(0, 11, "hcpy:bytes ") == 0) {
    for (std::size_t at = 11; at + 1 < line.size() && filled < notes.data.size(); at += 2)
      notes.data[filled++] = static_cast<unsigned char>(digit(line[at]) << 4 | digit(line[at + 1]));
  } else if (std::sscanf(line.c_str(), "hcpy:address %llu %llu", &a, &b) == 2) {
    notes.addresses.emplace_back(a, b);
  } else if (std::sscanf(line.c_str(), "hcpy:variable %llu %llu %n", &a, &b, &name) == 2) {
    notes.variables[line.substr(static_cast<std::size_t>(name))] = {a, b};
  }
}

}  // namespace

Notes read_notes(const void* data, std::size_t bytes) {
  Notes notes;
  const spirv::Words words = spirv::words_of(data, bytes);
  if (bytes % 4 || words.size() < spirv::header_words || words[0] != spirv::magic) {
    notes.fault = "it does not begin as a SPIR-V module";
    return notes;
  }
  std::size_t filled = 0;
  const std::size_t end = spirv::for_each_instruction(words, [&](const spirv::Instruction& found) {
    const auto [at, opcode, count] = found;
    if (opcode == op_capability && count == 2) notes.capabilities.insert(words[at + 1]);
    if (opcode == op_string && count > 2) {
      const auto* const begin = reinterpret_cast<const char*>(&words[at + 2]);
      note(notes, std::string(begin, strnlen(begin, (count - 2) * 4)), filled);
    }
  });
  if (end != words.size()) notes.fault = text("word %zu is no instruction", end);
  return notes;
}

}  // namespace hcrt::backends::vulkan
