#include "recorder.hpp"

#include <algorithm>
#include <cstring>

#include "../../core/log.hpp"

namespace hcrt::backends::vulkan {

namespace {

void barrier(const Api& api, VkCommandBuffer commands, VkFlags from, VkFlags from_access, VkFlags to,
             VkFlags to_access) {
  VkMemoryBarrier memory;
  memory.srcAccessMask = from_access;
  memory.dstAccessMask = to_access;
  api.vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

}  // namespace

void wait_for_kernels(const Api& api, VkCommandBuffer commands) {
  barrier(api, commands, stage_kernels, access_kernel_write, stage_kernels,
          access_kernel_read | access_kernel_write);
}

void wait_for_commands(const Api& api, VkCommandBuffer commands) {
  constexpr VkFlags stages = stage_kernels | stage_copies, writes = access_kernel_write | access_copy_write;
  barrier(api, commands, stages, writes, stages, writes | access_kernel_read | access_copy_read);
}

void show_host(const Api& api, VkCommandBuffer commands) {
  barrier(api, commands, stage_kernels | stage_copies, access_kernel_write | access_copy_write, stage_host,
          access_host_read);
}

namespace {

// What a kernel finds in its push constants (hcpy/passes/vulkan/emit.py): the address of its function object,
// or the object itself.
struct PushConstants {
  u64 argument, data;
  u32 global_size[3];
  u32 unused;
  unsigned char object[most_pushed_bytes];
};
static_assert(sizeof(PushConstants) == push_constant_bytes);

struct Grid {
  u32 group[3], groups[3];
};

// The group of a flat launch; more items where the device allows fewer groups.
void choose_flat_group(const LaunchShape& shape, const Device& device, u32 group[3]) {
  const DeviceInfo& info = device.info();
  const bool one_row = shape.global[1] == 1 && shape.global[2] == 1;
  const u32 items = std::min<u32>(128, info.max_group_items);
  group[0] = std::min(one_row ? items : std::min<u32>(32, items), info.max_group_size[0]);
  group[1] = one_row ? 1 : std::min(items / group[0], info.max_group_size[1]);
  group[2] = 1;
}

Grid choose_grid(const Device& device, const Launch& launch, const Function& function) {
  const LaunchShape& shape = *launch.shape;
  Grid grid{};
  if (shape.group[0] == 0)
    choose_flat_group(shape, device, grid.group);
  else
    std::copy(shape.group, shape.group + 3, grid.group);
  for (int d = 0; d < 3; ++d) {
    const std::uint64_t groups = (shape.global[d] + grid.group[d] - 1) / grid.group[d];
    if (groups > UINT32_MAX || shape.global[d] > UINT32_MAX)
      throw Error(Errc::invalid_compute_domain,
                  text("kernel '%s': too many tiles in dimension %d", function.entry.display_name, d));
    grid.groups[d] = static_cast<u32>(groups);
  }
  return grid;
}

// Groups from `first` on, in parts where the device takes fewer at once.
void dispatch(const Device& device, VkCommandBuffer commands, const u32 first[3], const u32 groups[3]) {
  const u32 most[3] = {device.max_groups(0), device.max_groups(1), device.max_groups(2)};
  for (std::uint64_t z = 0; z < groups[2]; z += most[2])
    for (std::uint64_t y = 0; y < groups[1]; y += most[1])
      for (std::uint64_t x = 0; x < groups[0]; x += most[0]) {
        const u32 at[3] = {static_cast<u32>(x), static_cast<u32>(y), static_cast<u32>(z)};
        u32 count[3];
        for (int d = 0; d < 3; ++d) count[d] = std::min(groups[d] - at[d], most[d]);
        device.api().vkCmdDispatchBase(commands, first[0] + at[0], first[1] + at[1], first[2] + at[2],
                                       count[0], count[1], count[2]);
      }
}

}  // namespace

std::size_t argument_bytes(const backends::Function& function) {
  return static_cast<const Function&>(function).is_pushed ? 0 : function.entry.parameter_bytes;
}

void KernelRecorder::push(const Launch& launch, const Allocation& arguments, std::size_t offset) const {
  const auto& function = *static_cast<const Function*>(launch.function);
  const std::size_t bytes = function.entry.parameter_bytes;
  PushConstants constants{};
  constants.data = function.module->data_address();
  for (int d = 0; d < 3; ++d) constants.global_size[d] = static_cast<u32>(launch.shape->global[d]);
  std::size_t size = offsetof(PushConstants, object);
  if (function.is_pushed) {
    std::memcpy(constants.object, launch.argument, bytes);
    size += (bytes + 3) / 4 * 4;
  } else {
    std::memcpy(arguments.mapped + offset, launch.argument, bytes);
    constants.argument = arguments.address + offset;
  }
  device_.api().vkCmdPushConstants(commands_, device_.layout(), shader_stage_compute, 0,
                                   static_cast<u32>(size), &constants);
}

void KernelRecorder::bind(VkPipeline pipeline) {
  if (pipeline == bound_) return;
  device_.api().vkCmdBindPipeline(commands_, 1, pipeline);  // of compute
  bound_ = pipeline;
}

void KernelRecorder::record(const Launch& launch, const Allocation& arguments, std::size_t offset) {
  const auto& function = *static_cast<const Function*>(launch.function);
  const LaunchShape& shape = *launch.shape;
  const Grid grid = choose_grid(device_, launch, function);
  const u32 bytes = function.group_bytes + shape.dynamic_bytes;
  if (bytes > device_.info().max_tile_static_bytes)
    throw Error(Errc::runtime, text("%s: %u bytes of tile_static exceed the accelerator's limit (%zu)",
                                    launch.label, bytes, device_.info().max_tile_static_bytes));
  push(launch, arguments, offset);
  // Tiles at an edge are smaller, so that all their work-items come to a barrier; a flat kernel has none, and
  // leaves those beyond the edge out itself.
  const bool is_tiled = shape.group[0] != 0;
  const std::vector<u64> values = specialized_values(function.specialized, launch.argument);
  u32 rest[3];
  for (int d = 0; d < 3; ++d) rest[d] = is_tiled ? static_cast<u32>(shape.global[d] % grid.group[d]) : 0;
  for (unsigned edges = 0; edges < 8; ++edges) {
    u32 first[3], groups[3];
    Shape wanted = {grid.group[0], grid.group[1], grid.group[2], std::max((bytes + 3) / 4, 1u),
                    grid.group[0], grid.group[1], grid.group[2]};
    bool is_empty = false;
    for (int d = 0; d < 3; ++d) {
      const u32 whole = grid.groups[d] - (rest[d] != 0);
      const bool at_edge = (edges >> d & 1) != 0;
      first[d] = at_edge ? whole : 0;
      groups[d] = at_edge ? 1 : whole;
      if (at_edge) wanted[d] = rest[d];
      is_empty = is_empty || wanted[d] == 0 || groups[d] == 0;
    }
    if (is_empty) continue;
    bind(function.module->pipeline(function, {wanted, values}));
    dispatch(device_, commands_, first, groups);
  }
}

}  // namespace hcrt::backends::vulkan
