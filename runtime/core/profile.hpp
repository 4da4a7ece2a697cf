// A profile of the process: its kernels and copies with their devices' times, for programs that ask.
#ifndef HCRT_CORE_PROFILE_HPP
#define HCRT_CORE_PROFILE_HPP

#include "event.hpp"

namespace hcrt {

struct Kernel;

struct ProfileRecord {
  std::string name;  // a kernel's; of a copy "to" or "from", seen from the device
  std::string path;  // the device's
  backends::Ticks ticks;
  std::size_t bytes;  // of a copy
};

/// Is one kept? Back ends then take times.
bool profiling() noexcept;
void begin_profile();  // throws where one is kept already
/// Waits for what was noted; leaves out what failed.
std::vector<ProfileRecord> end_profile();

// Called by trace.cpp where a profile is kept.
void profile_kernel(const Ref<Event>&, const Kernel&);
void profile_copy(const Ref<Event>&, const backends::Copy&);

}  // namespace hcrt
#endif
