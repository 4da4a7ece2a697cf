// What the copies of the process moved; programs may include this by itself.
#ifndef HCRT_STATISTICS_HPP
#define HCRT_STATISTICS_HPP

#include <cstdint>

namespace hcrt {

struct CopyCount {
  std::uint64_t copies, bytes;
};

/// Between host memory and devices' own, and within either.
struct CopyCounts {
  CopyCount to_devices, to_host, on_devices, on_host;
};

/// Copies submitted since the process began; what launches send (captures, globals) is not counted.
struct Statistics {
  CopyCounts coherence;  // by the runtime, to make buffers current where they are used
  CopyCounts program;    // by copy() and its kin
};

/// Any thread.
__attribute__((visibility("default"))) Statistics statistics() noexcept;

}  // namespace hcrt
#endif
