// The dialects' enumerations.
#ifndef HCRT_DETAIL_ENUMS_HPP
#define HCRT_DETAIL_ENUMS_HPP

#include "config.hpp"

namespace Kalmar {

enum access_type : unsigned {
  access_type_none = 0,
  access_type_read = 1,
  access_type_write = 2,
  access_type_read_write = 3,
  access_type_auto = 1u << 31
};

enum queuing_mode { queuing_mode_immediate, queuing_mode_automatic };
enum execute_order { execute_in_order, execute_any_order };
enum queue_priority { priority_high = 0, priority_normal = 1, priority_low = 2 };
enum memory_scope { no_scope, accelerator_scope, system_scope };
enum hcWaitMode { hcWaitModeBlocked = 0, hcWaitModeActive = 1 };
enum hcAgentProfile { hcAgentProfileNone = 0, hcAgentProfileBase = 1, hcAgentProfileFull = 2 };

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
