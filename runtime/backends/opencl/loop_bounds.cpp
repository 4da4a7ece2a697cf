#include "loop_bounds.hpp"

namespace hcrt::backends::opencl {
namespace {

using namespace spirv;

}  // namespace

void show_loop_bounds(spirv::Words& words) {
  const std::unordered_set<std::uint32_t> zeros = spirv::ids_named(words, "hcpy.zero");
  spirv::for_each_instruction(words, [&](const spirv::Instruction& found) {
    const auto [at, opcode, count] = found;  // type, result, number, shift
    if (opcode != op_shift_right_logical || count != 5 || !zeros.count(words[at + 2])) return;
    words[at] = (words[at] & 0xFFFF0000) | op_subtract;
    words[at + 4] = words[at + 3];
  });
}

}  // namespace hcrt::backends::opencl
