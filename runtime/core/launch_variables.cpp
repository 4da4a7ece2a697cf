#include "launch_variables.hpp"

#include <cstring>

#include "print.hpp"

namespace hcrt {
namespace {

constexpr char prefix[] = "hcrt_launch_";

}  // namespace

thread_local std::uint32_t host_group_bytes[2];

LaunchVariables::LaunchVariables(Device* device, const backends::Function& function, const LaunchShape& shape)
    : device_(device), group_bytes_{function.entry.tile_static_bytes, shape.dynamic_bytes} {}

const void* LaunchVariables::value(const char* symbol, const void* own) {
  if (std::strncmp(symbol, prefix, sizeof prefix - 1) != 0) return own;
  const char* const name = symbol + sizeof prefix - 1;
  if (std::strcmp(name, "print_ring") == 0) {
    ring_ = print_ring(device_);
    return &ring_;
  }
  if (std::strcmp(name, "clock") == 0) {
    clock_ = tick_now();
    return &clock_;
  }
  return std::strcmp(name, "group_bytes") == 0 ? group_bytes_ : own;
}

}  // namespace hcrt

// GPU images have their own variables under these names; their records point here.
extern "C" {
__attribute__((visibility("default"))) std::uint64_t hcrt_launch_clock = 0;
__attribute__((visibility("default"))) void* hcrt_launch_print_ring = nullptr;
__attribute__((visibility("default"))) std::uint32_t hcrt_launch_group_bytes[2] = {};
}

extern "C" std::uint32_t __hcrt_host_group_bytes(int which) { return hcrt::host_group_bytes[which]; }
extern "C" std::uint64_t __hcrt_host_clock() { return hcrt::tick_now(); }
