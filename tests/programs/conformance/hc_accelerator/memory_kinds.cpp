// rows: hc.enums
#include <hc.hpp>

#include "check.hpp"

int main() {
  CHECK(hc::access_type_none == 0 && hc::access_type_read == 1 && hc::access_type_write == 2);
  CHECK(hc::access_type_read_write == 3 && unsigned(hc::access_type_auto) == 1u << 31);
  CHECK(hc::priority_high == 0 && hc::priority_normal == 1 && hc::priority_low == 2);
  CHECK(hc::hcCommandInvalid == -1 && hc::hcMemcpyHostToHost == 0 && hc::hcMemcpyHostToDevice == 1);
  CHECK(hc::hcMemcpyDeviceToHost == 2 && hc::hcMemcpyDeviceToDevice == 3 && hc::hcCommandKernel == 4 &&
        hc::hcCommandMarker == 5);
  CHECK(hc::no_scope == 0 && hc::accelerator_scope == 1 && hc::system_scope == 2);
  CHECK(hc::hcWaitModeBlocked == 0 && hc::hcWaitModeActive == 1);
  CHECK(hc::hcAgentProfileNone == 0 && hc::hcAgentProfileBase == 1 && hc::hcAgentProfileFull == 2);
  const Kalmar::access_type same = hc::access_type_read;  // Kalmar's names are HC's
  CHECK(same == Kalmar::access_type_read);
  return failures();
}
