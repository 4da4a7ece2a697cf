#include "check.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../../core/log.hpp"
#include "../../core/per_thread.hpp"
#include "fiber.hpp"

namespace hcrt::backends::host {
namespace {

enum Kind : unsigned { read, write, atomic };
constexpr const char* does[] = {"reads", "writes", "changes"};

struct Access {
  std::uint32_t item = 0;
  const hcrt_place* place = nullptr;
  bool used = false;
};

// What has been done with one byte of tile memory since the last barrier. Two work-items that read are enough
// to know that some other one did.
struct Cell {
  std::uint64_t interval = 0;
  Access reads[2], atomics[2], write;
};

struct Range {
  const char* name;
  std::uintptr_t begin;
  std::size_t bytes;
  std::vector<Cell> cells;
};

struct TileMemory {
  std::vector<Range> ranges;
  std::uint64_t interval = 1;
};
TileMemory& tile_memory() { return PerThread<TileMemory>::get(); }

// Dimensions that the user's indices have, as far as the launch shows it.
int rank_of(const std::uint32_t (&size)[3]) { return size[2] > 1 ? 3 : size[1] > 1 ? 2 : 1; }

// "(3)" or "(2, 3)": the slowest dimension first, as in the source.
template <class Component>
std::string coordinates(int rank, const Component& component) {
  std::string result = "(";
  for (int d = rank; d-- > 0;) result += text("%d%s", static_cast<int>(component(d)), d ? ", " : ")");
  return result;
}

std::string work_item() {
  const Group& group = current_group();
  return coordinates(rank_of(group.launch->global_size),
                     [&](int d) { return group.origin[d] + group.local[d]; });
}

std::string local_item(std::uint32_t item) {
  const Group& group = current_group();
  const std::uint32_t local[3] = {item % group.size[0], item / group.size[0] % group.size[1],
                                  item / group.size[0] / group.size[1]};
  return coordinates(rank_of(group.launch->group_size), [&](int d) { return local[d]; });
}

std::string in_tile() {
  const Group& group = current_group();
  return text("in tile %s of kernel %s",
              coordinates(rank_of(group.launch->global_size), [&](int d) { return group.id[d]; }).c_str(),
              group.kernel->name);
}

std::string at(const hcrt_place* place, const char* severity) {
  if (!place) return text("%s: ", severity);
  if (!place->column) return text("%s:%u: %s: ", place->file, place->line, severity);
  return text("%s:%u:%u: %s: ", place->file, place->line, place->column, severity);
}

// The running work-item does not go on. make() gives the message: nothing on the caller's stack is destroyed.
template <class Make>
[[noreturn]] void fail_item(const Make& make) {
  fail_launch(make());
  Fiber::current()->leave();
}

// Somebody else's access that must not happen beside one of this kind.
const Access* conflict(const Cell& cell, std::uint32_t item, unsigned kind, unsigned& other) {
  const auto foreign = [item](const Access& access) { return access.used && access.item != item; };
  other = write;
  if (foreign(cell.write)) return &cell.write;
  for (int i = 0; i < 2; ++i) {
    other = atomic;
    if (kind != atomic && foreign(cell.atomics[i])) return &cell.atomics[i];
    other = read;
    if (kind != read && foreign(cell.reads[i])) return &cell.reads[i];
  }
  return nullptr;
}

void note(Access (&accesses)[2], const Access& access) {
  if (accesses[0].used && accesses[0].item != access.item)
    accesses[1] = access;
  else
    accesses[0] = access;
}

void touch(Range& range, std::size_t byte, std::size_t bytes, unsigned kind, const hcrt_place* place) {
  Cell& cell = range.cells[byte];
  const std::uint64_t interval = tile_memory().interval;
  if (cell.interval != interval) {
    cell = Cell();
    cell.interval = interval;
  }
  const std::uint32_t item = current_group().item;
  unsigned other;
  if (const Access* const access = conflict(cell, item, kind, other)) {
    fail_item([&] {
      const std::string what =
          bytes == 1 ? text("byte %zu", byte) : text("bytes %zu-%zu", byte, byte + bytes - 1);
      return at(place, "error") +
             text("data race on '%s' (%s): work-item %s %s it here, ", range.name, what.c_str(),
                  local_item(item).c_str(), does[kind]) +
             in_tile() + "\n" + at(access->place, "note") +
             text("work-item %s %s it here, and no barrier lies between", local_item(access->item).c_str(),
                  does[other]);
    });
  }
  const Access access{item, place, true};
  if (kind == write)
    cell.write = access;
  else
    note(kind == read ? cell.reads : cell.atomics, access);
}

}  // namespace

void begin_checks() {
  const Group& group = current_group();
  std::vector<Range>& ranges = tile_memory().ranges;
  ranges.clear();
  const auto add = [&](const char* name, void* address, std::size_t bytes) {
    if (bytes)
      ranges.push_back({name, reinterpret_cast<std::uintptr_t>(address), bytes, std::vector<Cell>(bytes)});
  };
  for (std::uint32_t i = 0; i < group.kernel->tile_count; ++i) {
    const hcrt_tile_variable& variable = group.kernel->tiles[i];
    add(variable.name, variable.address(), variable.bytes);
  }
  add("dynamic group memory", group.dynamic, group.launch->dynamic_bytes);
}

void pass_barrier() noexcept { ++tile_memory().interval; }

void report_missed_barrier(const hcrt_place* place, std::uint32_t waiting) {
  fail_launch(at(place, "error") +
              text("only %u of the %u work-items of the tile come to this barrier, ", waiting,
                   current_group().items()) +
              in_tile());
}

void report_two_barriers(const hcrt_place* first, const hcrt_place* second) {
  fail_launch(at(first, "error") + "the work-items of a tile wait at different barriers, " + in_tile() +
              "\n" + at(second, "note") + "some of them wait here");
}

}  // namespace hcrt::backends::host

extern "C" {

__thread const hcrt_place* __hcrt_check_place = nullptr;

void __hcrt_check_index(int rank, const int* index, const int* extent) {
  using namespace hcrt::backends::host;
  const auto outside = [&](int d) { return index[d] < 0 || index[d] >= extent[d]; };
  int d = 0;
  while (d < rank && !outside(d)) ++d;
  if (d == rank) return;
  const auto shown = [rank](const int* values) {
    if (rank == 1) return std::to_string(values[0]);
    return coordinates(rank, [&](int at) { return values[rank - 1 - at]; });
  };
  fail_item([&] {
    return at(__hcrt_check_place, "error") +
           hcrt::text("index %s is outside of the extent %s, in work-item %s of kernel %s",
                      shown(index).c_str(), shown(extent).c_str(), work_item().c_str(),
                      current_group().kernel->name);
  });
}

void __hcrt_check_access(const void* address, uint64_t bytes, unsigned kind, const hcrt_place* place) {
  using namespace hcrt::backends::host;
  for (Range& range : tile_memory().ranges) {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(address) - range.begin;
    if (offset >= range.bytes) continue;
    const std::size_t inside = std::min<std::size_t>(bytes, range.bytes - offset);
    for (std::size_t i = 0; i < inside; ++i)
      touch(range, offset + i, inside, kind, place ? place : __hcrt_check_place);
  }
}

void __hcrt_check_within(const void* variable, const void* address, uint64_t bytes, const hcrt_place* place) {
  using namespace hcrt::backends::host;
  const auto at_address = reinterpret_cast<std::uintptr_t>(address);
  for (const Range& range : tile_memory().ranges) {
    if (range.begin != reinterpret_cast<std::uintptr_t>(variable)) continue;
    if (at_address >= range.begin && at_address + bytes <= range.begin + range.bytes) return;
    fail_item([&] {
      const auto first = static_cast<long long>(at_address - range.begin);
      return at(place ? place : __hcrt_check_place, "error") +
             hcrt::text(
                 "bytes %lld to %lld of '%s', which has %zu bytes, are accessed in work-item %s of kernel %s",
                 first, first + static_cast<long long>(bytes) - 1, range.name, range.bytes,
                 work_item().c_str(), current_group().kernel->name);
    });
  }
}

}  // extern "C"
