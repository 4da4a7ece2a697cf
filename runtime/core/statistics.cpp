#include "statistics.hpp"

#include <atomic>

#include "log.hpp"

namespace hcrt {
namespace {

struct Counter {
  std::atomic<std::uint64_t> copies{0}, bytes{0};

  CopyCount value() const noexcept {
    return {copies.load(std::memory_order_relaxed), bytes.load(std::memory_order_relaxed)};
  }
};

Counter counters[2][4];  // by CopyCause and direction

enum Direction { to_devices, to_host, on_devices, on_host };

Direction direction(const backends::Copy& copy) noexcept {
  const bool from_device = copy.source_side == backends::Side::device;
  if (copy.destination_side == backends::Side::device) return from_device ? on_devices : to_devices;
  return from_device ? to_host : on_host;
}

CopyCounts counts(CopyCause cause) noexcept {
  const Counter* const all = counters[static_cast<int>(cause)];
  return {all[to_devices].value(), all[to_host].value(), all[on_devices].value(), all[on_host].value()};
}

std::string describe(const char* who, const CopyCounts& counts) {
  const auto one = [](const char* where, CopyCount count) {
    return text(" %llu %s (%llu bytes)", static_cast<unsigned long long>(count.copies), where,
                static_cast<unsigned long long>(count.bytes));
  };
  return who + one("to devices", counts.to_devices) + "," + one("to the host", counts.to_host) + "," +
         one("on devices", counts.on_devices) + "," + one("on the host", counts.on_host);
}

}  // namespace

void count_copy(CopyCause cause, const backends::Copy& copy) noexcept {
  Counter& counter = counters[static_cast<int>(cause)][direction(copy)];
  counter.copies.fetch_add(1, std::memory_order_relaxed);
  counter.bytes.fetch_add(copy.row_bytes * copy.rows * copy.slices, std::memory_order_relaxed);
}

Statistics statistics() noexcept { return {counts(CopyCause::coherence), counts(CopyCause::program)}; }

void log_statistics() noexcept {
  if (!verbose()) return;
  const Statistics all = statistics();
  log_line("%s;%s", describe("copies for coherence:", all.coherence).c_str(),
           describe(" of the program:", all.program).c_str());
}

}  // namespace hcrt
