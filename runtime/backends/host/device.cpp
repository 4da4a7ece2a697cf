#include "device.hpp"

#include <unistd.h>

#include <fstream>

#include "../../core/log.hpp"
#include "../../core/memory.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "pool.hpp"
#include "processor.hpp"
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
  info_.unusable = threads.fault.empty() ? processor().fault : threads.fault;
  info_.architecture = architecture_of(processor().level);
  info_.description = widen(processor_name());
  info_.memory_bytes = pages > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_bytes) : 0;
  info_.max_tile_static_bytes = max_group_bytes;
  info_.compute_units = threads.count;
  info_.max_group_items = max_items;
  for (std::uint32_t& size : info_.max_group_size) size = max_items;
}

int Device::rate(const Image& image) const noexcept {
  if (image.kind != HCRT_IMAGE_HOST) return 0;
  const int needed = level_of(image.architecture), level = processor().level;
  if (!needed) return level ? 0 : 1;
  return needed <= level ? needed : 0;
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
