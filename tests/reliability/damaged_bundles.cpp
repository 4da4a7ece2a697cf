// T11: damaged bundles in the runtime's loader, under AddressSanitizer: each is refused with an error that
// says what is wrong, or every part of it lies inside of it.
//   damaged_bundles --count N --seed S BUNDLE...
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "bundle.hpp"
#include "options.hpp"
#include "random.hpp"
#include "registry.hpp"

namespace {

using Bytes = std::vector<unsigned char>;
using Clock = std::chrono::steady_clock;

void kernel(const void*, const hcrt_host_launch*, std::uint64_t, std::uint64_t, void*, void*) {}
const std::vector<hcrt_host_entry> entries(16, kernel);
char variable[64];
void* const variables[4] = {variable, variable, variable, variable};

std::uint32_t edge(Random& chance, std::uint32_t size) {
  const std::uint32_t edges[] = {0,        1,          7,          0x7F, 0xFF,     0xFFFF,  0x7FFFFFFF,
                                 1u << 31, 0xFFFFFFF0, 0xFFFFFFFF, size, size - 1, size + 1};
  return edges[chance.below(static_cast<int>(std::size(edges)))];
}

/// One to four damages; most in the header and the tables after it, which hold lengths and offsets.
Bytes damaged(Random& chance, const std::vector<Bytes>& whole) {
  Bytes bytes = whole[chance.below(static_cast<int>(whole.size()))];
  const int times = chance.between(1, 4);
  for (int i = 0; i < times && !bytes.empty(); ++i) {
    const auto size = static_cast<int>(bytes.size());
    const int reach = chance.chance(70) ? std::min(size, 1024) : size;
    const int at = chance.below(reach);
    switch (chance.below(7)) {
      case 0:
        bytes[at] ^= static_cast<unsigned char>(1 << chance.below(8));
        break;
      case 1:
        bytes[at] = static_cast<unsigned char>(chance.next());
        break;
      case 2:
        bytes.resize(static_cast<std::size_t>(chance.below(size)));
        break;
      case 3:
      case 4:
        if (at / 4 * 4 + 4 <= size) {
          const std::uint32_t value = edge(chance, static_cast<std::uint32_t>(size));
          std::memcpy(bytes.data() + at / 4 * 4, &value, 4);
        }
        break;
      case 5:
        bytes.erase(bytes.begin() + at, bytes.begin() + std::min(size, at + chance.between(1, 64)));
        break;
      default: {
        const Bytes& other = whole[chance.below(static_cast<int>(whole.size()))];
        const int from = chance.below(static_cast<int>(other.size()));
        const int length =
            std::min({chance.between(1, 256), static_cast<int>(other.size()) - from, size - at});
        std::memcpy(bytes.data() + at, other.data() + from, static_cast<std::size_t>(length));
      }
    }
  }
  // The length is the one field that all else hangs on: it is made right in half of them.
  if (bytes.size() >= sizeof(hcrt_bundle_header) && chance.chance(50)) {
    const std::uint64_t total = bytes.size();
    std::memcpy(bytes.data() + offsetof(hcrt_bundle_header, total_bytes), &total, sizeof total);
  }
  return bytes;
}

volatile std::uint64_t sink;

void touch(const char* string) { sink = sink + std::strlen(string); }

/// Reads all that a bundle points to.
void walk(const hcrt::Bundle& bundle) {
  for (const auto& kernel : bundle.kernels)
    touch(kernel.name), touch(kernel.display_name), touch(kernel.file);
  for (const auto& image : bundle.images) {
    touch(image.architecture);
    touch(hcrt::image_kind_name(image.kind));
    const auto* const data = static_cast<const unsigned char*>(image.data);
    for (std::size_t i = 0; data && i < image.bytes; i += 61) sink = sink + data[i];
    if (data && image.bytes) sink = sink + data[image.bytes - 1];
  }
  for (std::size_t image = 0; image < bundle.images.size(); ++image)
    for (std::size_t kernel = 0; kernel < bundle.kernels.size(); ++kernel)
      touch(bundle.entry(image, kernel).symbol);
  for (const auto& global : bundle.globals) touch(global.symbol);
}

/// Registers it, looks its kernels up and loads them where no driver is asked; gives whether it was refused.
bool load(const hcrt_registration& registration) {
  bool refused = false;
  std::vector<std::string> names{"no such kernel"};
  try {
    const hcrt::Bundle bundle = hcrt::parse_bundle(registration);
    walk(bundle);
    for (std::size_t i = 0; i < bundle.kernels.size() && i < 4; ++i)
      names.emplace_back(bundle.kernels[i].name);
  } catch (const hcrt::Error& error) {
    refused = std::strstr(error.what(), "malformed bundle") != nullptr;
    if (!refused) throw;
  }
  hcrt_register(&registration);
  for (const std::string& name : names) {
    const unsigned char* const id = hcrt::unit_id_of(registration);
    const hcrt::KernelId kernel{id ? id : reinterpret_cast<const unsigned char*>(variable), name.c_str()};
    try {
      hcrt::Kernel& found = hcrt::resolve(kernel);
      found.describe();
      for (const wchar_t* const path : {L"host", L"null"}) hcrt::function_for(found, hcrt::find_device(path));
    } catch (const hcrt::Error&) {  // "kernel not found", "malformed bundle", "no image for this device"
    }
  }
  hcrt::kernel_variables();
  hcrt_unregister(&registration);
  return refused;
}

// The most that this program has held: getrusage() counts the process that became it, too.
long resident_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (long kib; word == "VmHWM:" && status >> kib) return kib;
  return -1;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Bytes> whole;
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] == '-') {
      ++i;
      continue;
    }
    std::ifstream file(argv[i], std::ios::binary);
    whole.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  const long count = option(argc, argv, "--count", 20000), seed = option(argc, argv, "--seed", 1);
  long failures = 0, refusals = 0;
  for (long number = 0; number < count; ++number) {
    Random chance(static_cast<std::uint64_t>(seed * 10'000'000 + number));
    const Bytes bytes = damaged(chance, whole);
    // Exactly as long as it says: what reads beyond it is caught.
    const std::unique_ptr<unsigned char[]> copy(new unsigned char[bytes.size() + 1]);
    unsigned char* const data = copy.get() + 1;
    if (!bytes.empty()) std::memcpy(data, bytes.data(), bytes.size());
    const hcrt_registration registration{data, bytes.size(), entries.data(), entries.size(), variables, 4};
    const auto start = Clock::now();
    alarm(20);  // a hang ends the process
    std::printf("bundle %ld\n", number);
    try {
      refusals += load(registration);
    } catch (const std::exception& error) {
      std::printf("FAILED bundle %ld: %s\n", number, error.what());
      ++failures;
    }
    if (Clock::now() - start > std::chrono::seconds(1)) {
      std::printf("FAILED bundle %ld: it takes more than a second\n", number);
      ++failures;
    }
  }
  alarm(0);
  const long memory = resident_kib() >> 10;
  if (memory >= 256) {
    std::printf("FAILED: %ld MiB of memory\n", memory);
    ++failures;
  }
  char figure[96];
  std::snprintf(figure, sizeof figure, "%ld bundles, %ld refused, %ld MiB", count, refusals, memory);
  return finish(figure, failures);
}
