// The dialects' enumerations.
#ifndef HCRT_DETAIL_ENUMS_HPP
#define HCRT_DETAIL_ENUMS_HPP

#include "config.hpp"

namespace Kalmar {

/// How the host may use an array's elements without a copy.
enum access_type : unsigned {
  access_type_none = 0,
  access_type_read = 1,
  access_type_write = 2,
  access_type_read_write = 3,
  access_type_auto = 1u << 31
};

/// When work of a view is passed to the device: at once, or when the runtime sees fit. Both start it at once
/// here.
enum queuing_mode { queuing_mode_immediate, queuing_mode_automatic };
/// Whether kernels of one view may overlap: any order lets those overlap that share no data.
enum execute_order { execute_in_order, execute_any_order };
/// Which view's work a GPU prefers.
enum queue_priority { priority_high = 0, priority_normal = 1, priority_low = 2 };
/// Who sees what was written before a marker: nobody else, the accelerator, or the host as well.
enum memory_scope { no_scope, accelerator_scope, system_scope };
/// How a thread waits: asleep, or busy.
enum hcWaitMode { hcWaitModeBlocked = 0, hcWaitModeActive = 1 };
/// AMD's profile of a device: full where it shares the host's memory.
enum hcAgentProfile { hcAgentProfileNone = 0, hcAgentProfileBase = 1, hcAgentProfileFull = 2 };

/// What a command is, and for copies from where to where.
enum hcCommandKind {
  hcCommandInvalid = -1,
  hcMemcpyHostToHost = 0,
  hcMemcpyHostToDevice = 1,
  hcMemcpyDeviceToHost = 2,
  hcMemcpyDeviceToDevice = 3,
  hcCommandKernel = 4,
  hcCommandMarker = 5
};

}  // namespace Kalmar
#endif
