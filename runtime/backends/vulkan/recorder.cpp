#include "recorder.hpp"

#include <algorithm>

#include "../../core/log.hpp"

namespace hcrt::backends::vulkan {

void barrier(const Api& api, VkCommandBuffer commands, VkFlags from, VkFlags from_access, VkFlags to,
             VkFlags to_access) {
  VkMemoryBarrier memory;
  memory.srcAccessMask = from_access;
  memory.dstAccessMask = to_access;
  api.vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

void full_barrier(const Api& api, VkCommandBuffer commands) {
  constexpr VkFlags all = access_memory_read | access_memory_write;
  barrier(api, commands, stage_all_commands, all, stage_all_commands, all);
}

namespace {

// What a kernel finds in its push constants (hcpy/passes/vulkan/emit.py).
struct PushConstants {
  u64 argument, data;
  u32 global_size[3];
};

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

void record_kernel(const Device& device, VkCommandBuffer commands, const Launch& launch,
                   u64 argument_address) {
  const auto& function = *static_cast<const Function*>(launch.function);
  const LaunchShape& shape = *launch.shape;
  const Grid grid = choose_grid(device, launch, function);
  const u32 bytes = function.group_bytes + shape.dynamic_bytes;
  if (bytes > device.info().max_tile_static_bytes)
    throw Error(Errc::runtime, text("%s: %u bytes of tile_static exceed the accelerator's limit (%zu)",
                                    launch.label, bytes, device.info().max_tile_static_bytes));
  PushConstants constants{};
  constants.argument = argument_address;
  constants.data = function.module->data_address();
  for (int d = 0; d < 3; ++d) constants.global_size[d] = static_cast<u32>(shape.global[d]);
  const Api& api = device.api();
  api.vkCmdPushConstants(commands, device.layout(), shader_stage_compute, 0, 28, &constants);
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
    api.vkCmdBindPipeline(commands, 1, function.module->pipeline(function, {wanted, values}));  // of compute
    dispatch(device, commands, first, groups);
  }
}

}  // namespace hcrt::backends::vulkan
