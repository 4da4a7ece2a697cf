// rows: hc.accelerator.queries
#include <hc.hpp>
#include <string>
#include <vector>

#include "check.hpp"

int main() {
  hc::accelerator acc;
  CHECK(!acc.get_device_path().empty() && !acc.get_description().empty());
  CHECK(!acc.get_has_display() && !acc.get_is_debug() &&
        acc.set_default_cpu_access_type(hc::access_type_auto));
  CHECK(acc.set_default_cpu_access_type(hc::access_type_read_write));
  CHECK(acc.get_cu_count() > 0 && acc.get_max_tile_static_size() >= 16384 && acc.get_seqnum() >= 0);
  CHECK(acc.is_hsa_accelerator() && acc.get_default_view().is_hsa_accelerator());
  CHECK(acc.get_profile() ==
        (acc.get_supports_cpu_shared_memory() ? hc::hcAgentProfileFull : hc::hcAgentProfileBase));
  CHECK(acc.has_cpu_accessible_am() == acc.get_supports_cpu_shared_memory());
  CHECK(acc.get_dev_ptr() == hc::accelerator(acc).get_dev_ptr() && acc.get_raw_device() != nullptr);
  for (const hc::accelerator& peer : acc.get_peers()) CHECK(acc.get_is_peer(peer) && peer != acc);
  CHECK(acc.get_version() == acc.get_default_view().get_version());
  CHECK(acc.get_default_view().get_max_tile_static_size() == acc.get_max_tile_static_size());
  return failures();
}
