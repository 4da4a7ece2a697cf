#include "device.hpp"

#include <unistd.h>

#include <cstring>
#include <fstream>

#include "../../core/log.hpp"
#include "../../core/memory.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "pool.hpp"
#include "queue.hpp"

namespace hcrt::backends::host {
namespace {

constexpr std::uint32_t max_items = 1024;
constexpr std::size_t max_group_bytes = 256 * 1024;  // stays in a core's second-level cache

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "CPU";
}

// The processor's level in the x86-64 psABI, or 0 elsewhere.
int x86_level() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool v2 =
      __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("popcnt");
  const bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  return v4 ? 4 : v3 ? 3 : v2 ? 2 : 1;
#else
  return 0;
#endif
}

}  // namespace

Device::Device(bool runs_kernels) {
  const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
  info_.backend = runs_kernels ? hcrt::Backend::host : hcrt::Backend::cpu;
  info_.path = runs_kernels ? L"host" : L"cpu";
  info_.description = L"CPU Device";
  info_.is_emulated = !runs_kernels;
  info_.shares_host_memory = true;
  info_.supports_double = true;
  info_.version = 1u << 16;
  if (!runs_kernels) {
    info_.unusable = "it holds data and runs no kernels";
    return;
  }
  const ThreadCount threads = configured_threads();
  info_.unusable = threads.fault;
  info_.description = widen(processor_name());
  info_.memory_bytes = pages > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_bytes) : 0;
  info_.max_tile_static_bytes = max_group_bytes;
  info_.compute_units = threads.count;
  info_.max_group_items = max_items;
  for (std::uint32_t& size : info_.max_group_size) size = max_items;
}

int Device::rate(const Image& image) const noexcept {
  if (image.kind != HCRT_IMAGE_HOST) return 0;
  static const int level = x86_level();
  if (std::strcmp(image.architecture, "x86-64") == 0) return level ? 1 : 0;
  if (std::strncmp(image.architecture, "x86-64-v", 8) != 0) return level ? 0 : 1;
  const int needed = image.architecture[8] - '0';
  return image.architecture[9] == '\0' && needed >= 2 && needed <= level ? needed : 0;
}

std::unique_ptr<backends::Module> Device::load(const Image& image) { return std::make_unique<Module>(image); }

std::unique_ptr<backends::Queue> Device::create_queue(const QueueOptions&) {
  return std::make_unique<Queue>();
}

std::unique_ptr<backends::Graph> Device::create_graph(const std::vector<const GraphNode*>& nodes) {
  return std::make_unique<Graph>(nodes);
}

void* Device::allocate(std::size_t bytes, std::size_t alignment, MemoryKind) {
  return allocate_host_memory(bytes, alignment);
}

void Device::deallocate(void* address, MemoryKind) noexcept { free_host_memory(address); }

}  // namespace hcrt::backends::host
