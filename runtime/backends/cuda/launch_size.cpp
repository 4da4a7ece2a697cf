#include "launch_size.hpp"

#include <algorithm>

#include "../../core/log.hpp"

namespace hcrt::backends::cuda {
namespace {

std::uint64_t power_of_two_above(std::uint64_t value, std::uint64_t limit) {
  std::uint64_t power = 1;
  while (power < value && power * 2 <= limit) power *= 2;
  return power;
}

// 256 threads: a row of them, or rows of 64 where there are more dimensions, so that neighbours in both
// share cache lines; more rows where the grid would be too long. Rows of 64 copy 5 % faster than rows of 32
// on an H200, a stencil and a transposition that reads across 1.5 %; one that writes across is 1.4 % slower.
void choose_flat_block(const LaunchShape& shape, const Device& device, std::uint32_t limit,
                       unsigned block[3]) {
  const std::uint64_t items = std::min<std::uint64_t>(256, limit);
  const std::uint64_t row_limit = shape.global[1] > 1 ? std::min<std::uint64_t>(64, items) : items;
  std::uint64_t x = power_of_two_above(shape.global[0], row_limit);
  std::uint64_t y = power_of_two_above(shape.global[1], std::max<std::uint64_t>(1, items / x));
  std::uint64_t z = 1;
  while ((shape.global[1] + y - 1) / y > device.max_grid(1) && x * y * 2 <= limit) y *= 2;
  while ((shape.global[2] + z - 1) / z > device.max_grid(2) && x * y * z * 2 <= limit && z < 64) z *= 2;
  block[0] = static_cast<unsigned>(std::min(x, items));
  block[1] = static_cast<unsigned>(y);
  block[2] = static_cast<unsigned>(z);
}

// A flat kernel's grid that is too long in its third dimension goes on after the end of the first one
// (hcrt/detail/folded_grid.hpp), whose limit is 2^31 - 1. Gives the groups that the third dimension keeps:
// too many of them where the first one's ids would not fit into 32 bits.
std::uint64_t fold(std::uint64_t groups, const Device& device, LaunchSize& size) {
  const std::uint64_t folds = (groups + device.max_grid(2) - 1) / device.max_grid(2);
  if (folds <= 1) return groups;
  const std::uint64_t row = size.grid[0] * folds;
  if (row > device.max_grid(0) || row * size.block[0] > ~std::uint32_t{0}) return groups;
  size.grid[0] = static_cast<unsigned>(row);
  return (groups + folds - 1) / folds;
}

}  // namespace

LaunchSize launch_size(const LaunchShape& shape, const Device& device, const Function& function) {
  LaunchSize result;
  if (shape.group[0] == 0) {
    choose_flat_block(shape, device, function.block_limit, result.block);
  } else {
    std::copy(shape.group, shape.group + 3, result.block);
  }
  for (int d = 0; d < 3; ++d) {
    std::uint64_t groups = (shape.global[d] + result.block[d] - 1) / result.block[d];  // padded up
    if (d == 2 && shape.group[0] == 0) groups = fold(groups, device, result);
    if (groups > device.max_grid(d))
      throw Error(
          Errc::invalid_compute_domain,
          text("kernel '%s': %llu tiles in dimension %d exceed the GPU's limit (%u)",
               function.entry.display_name, static_cast<unsigned long long>(groups), d, device.max_grid(d)));
    result.grid[d] = static_cast<unsigned>(groups);
  }
  return result;
}

void allow_dynamic_bytes(const Device& device, const Function& function, std::uint32_t bytes) {
  constexpr std::uint32_t always_allowed = 48 * 1024;
  if (bytes + function.entry.tile_static_bytes <= always_allowed || bytes <= function.dynamic_limit.load())
    return;
  device.check(
      device.api().cuFuncSetAttribute(function.function, function_max_dynamic_shared_size_bytes,
                                      static_cast<int>(bytes)),
      text("kernel '%s': asking for %u bytes of dynamic group memory", function.entry.display_name, bytes)
          .c_str());
  function.dynamic_limit.store(bytes);
}

}  // namespace hcrt::backends::cuda
