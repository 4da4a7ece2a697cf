// T12: damaged images in bundles that are sound otherwise, checksums included: the driver's compiler reads
// them. A child of run.py's: where that compiler ends the process, run.py goes on with the next image.
//   damaged_images --first N --last N --seed S --kind 2|3 --symbol NAME --architecture TEXT IMAGE
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include "../device/runtime/bundle_builder.hpp"
#include "options.hpp"
#include "random.hpp"
#include "registry.hpp"

namespace {

using Bytes = std::string;

std::uint32_t word_at(const Bytes& bytes, std::size_t at) {
  std::uint32_t word;
  std::memcpy(&word, bytes.data() + at * 4, 4);
  return word;
}

void set_word(Bytes& bytes, std::size_t at, std::uint32_t word) { std::memcpy(&bytes[at * 4], &word, 4); }

/// The instructions' first words.
std::vector<std::size_t> instructions(const Bytes& bytes) {
  std::vector<std::size_t> found;
  for (std::size_t at = 5; at * 4 + 4 <= bytes.size();) {
    const std::size_t count = word_at(bytes, at) >> 16;
    found.push_back(at);
    at += count ? count : 1;
  }
  return found;
}

/// Damages that leave a row of instructions: other operands, instructions lost, repeated or exchanged.
void damage_instruction(Random& chance, Bytes& bytes) {
  const std::vector<std::size_t> starts = instructions(bytes);
  const std::size_t at = starts[chance.below(static_cast<int>(starts.size()))];
  const std::uint32_t count = word_at(bytes, at) >> 16, bound = word_at(bytes, 3);
  if (count == 0 || (at + count) * 4 > bytes.size()) return;
  const std::size_t operand = at + 1 + chance.below(static_cast<int>(std::max(count, 2u) - 1));
  switch (chance.below(6)) {
    case 0:
      if (operand < at + count) set_word(bytes, operand, chance.next() % bound);
      break;
    case 1:
      if (operand < at + count) set_word(bytes, operand, word_at(bytes, operand) ^ 1u << chance.below(32));
      break;
    case 2:
      set_word(bytes, at, (count << 16) | static_cast<std::uint32_t>(chance.below(400)));
      break;
    case 3:
      bytes.erase(at * 4, count * 4);
      break;
    case 4:
      bytes.insert(at * 4, bytes.substr(at * 4, count * 4));
      break;
    default: {
      const std::size_t other = starts[chance.below(static_cast<int>(starts.size()))];
      const std::uint32_t length = word_at(bytes, other) >> 16;
      if ((other + length) * 4 <= bytes.size()) bytes.insert(at * 4, bytes.substr(other * 4, length * 4));
    }
  }
}

void damage_bytes(Random& chance, Bytes& bytes) {
  const int size = static_cast<int>(bytes.size()), at = chance.below(size);
  switch (chance.below(4)) {
    case 0:
      bytes[at] = static_cast<char>(bytes[at] ^ 1 << chance.below(8));
      break;
    case 1:
      bytes.resize(static_cast<std::size_t>(at));
      break;
    case 2:
      bytes.erase(static_cast<std::size_t>(at), static_cast<std::size_t>(chance.between(1, 64)));
      break;
    default:
      for (int i = at; i < std::min(size, at + 8); ++i) bytes[i] = static_cast<char>(chance.next());
  }
}

Bytes damaged(std::uint64_t seed, Bytes bytes, bool is_spirv) {
  Random chance(seed);
  const bool keeps_rows = is_spirv && chance.chance(75);
  const int times = chance.between(1, 3);
  for (int i = 0; i < times && bytes.size() > 64; ++i)
    keeps_rows ? damage_instruction(chance, bytes) : damage_bytes(chance, bytes);
  if (!is_spirv && (bytes.empty() || bytes.back() != '\0')) bytes += '\0';
  return bytes;
}

std::string named(int argc, char** argv, const char* name) {
  for (int i = 1; i + 1 < argc; ++i)
    if (std::strcmp(argv[i], name) == 0) return argv[i + 1];
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  const long first = option(argc, argv, "--first", 0), last = option(argc, argv, "--last", 100);
  const long seed = option(argc, argv, "--seed", 1), kind = option(argc, argv, "--kind", 2);
  const std::string symbol = named(argc, argv, "--symbol"),
                    architecture = named(argc, argv, "--architecture");
  std::ifstream file(argv[argc - 1], std::ios::binary);
  const Bytes whole{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const bool is_spirv = kind == HCRT_IMAGE_SPIRV;
  const std::string image = (is_spirv ? "image spirv:" : "image ptx:") + architecture;
  hcrt::Device* const device = hcrt::find_device(is_spirv ? L"opencl:0" : L"cuda:0");
  if (!device) return std::puts("no device"), 3;
  long failures = 0, refused = 0;
  for (long number = first; number < last; ++number) {
    std::printf("image %ld\n", number);
    std::fflush(stdout);
    alarm(20);
    const std::uint64_t mixed = static_cast<std::uint64_t>(seed) * 10'000'000 + number;
    TestUnit unit("damaged", {{"kernel", 8, nullptr, 0, 0, 0, 0, symbol}},
                  {{static_cast<std::uint32_t>(kind), architecture, damaged(mixed, whole, is_spirv)}});
    unit.register_now();
    try {
      hcrt::function_for(hcrt::resolve(unit.id("kernel")), device);
    } catch (const hcrt::Error& error) {
      ++refused;
      std::puts("refused");
      const std::string words = error.what();
      if (words.find("'kernel (test)'") == std::string::npos || words.find(image) == std::string::npos) {
        std::printf("FAILED image %ld: the error names no image: %s\n", number, words.c_str());
        ++failures;
      }
    }
  }
  return finish(std::to_string(refused) + " refused", failures);
}
