// Variables of the runtime itself in kernels' images. Kernels read in them what a launch, not the program,
// says.
#ifndef HCRT_CORE_LAUNCH_VARIABLES_HPP
#define HCRT_CORE_LAUNCH_VARIABLES_HPP

#include "backend.hpp"
#include "devices.hpp"
#include "event.hpp"

namespace hcrt {

struct Kernel;

/// The values of one launch; their names in images have the prefix hcrt_launch_.
class LaunchVariables {
 public:
  LaunchVariables(Device*, const backends::Function&, const LaunchShape&);

  /// The bytes that the variable has in this launch; a variable of the program's: `own`.
  const void* value(const char* symbol, const void* own);

 private:
  Device* device_;
  std::uint64_t clock_ = 0;
  void* ring_ = nullptr;
  std::uint32_t group_bytes_[2];  // static, dynamic
};

/// Gives the queue's device the current values of the plain globals that the kernels of the kernel's unit
/// use; adds the upload that a launch must come after.
void synchronize_globals(Kernel&, Queue*, LaunchVariables, Dependencies&);

/// The group memory of the kernel that the calling thread runs on the host: static, dynamic.
extern thread_local std::uint32_t host_group_bytes[2];

}  // namespace hcrt
#endif
