// accelerator and accelerator_view of HC: the list, the default, properties, views of each thread.
#include <algorithm>
#include <hc.hpp>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"

int main() {
  std::vector<hc::accelerator> all = hc::accelerator::get_all();
  CHECK(all.size() >= 2);
  CHECK(all[0].get_device_path() == L"cpu" && all[0].get_description() == L"CPU Device");
  CHECK(all[0].get_is_emulated() && all[0].get_dedicated_memory() == 0 && !all[0].is_hsa_accelerator());
  CHECK(all[0].get_seqnum() == -1);

  hc::accelerator acc, unknown(L"no such device"), by_name(L"default");
  CHECK(acc == unknown && acc == by_name && acc != all[0]);
  CHECK(std::find(all.begin(), all.end(), acc) != all.end());
  CHECK(acc.is_hsa_accelerator() && acc.get_seqnum() >= 0);
  CHECK(hc::accelerator(acc.get_device_path()) == acc);
  CHECK(!acc.get_description().empty() && acc.get_max_tile_static_size() >= 16384 && acc.get_cu_count() > 0);
  CHECK(!acc.get_has_display() && !acc.get_is_debug() && acc.get_supports_double_precision());
  CHECK(acc.description == acc.get_description() && acc.is_debug == acc.get_is_debug());
  CHECK(!hc::accelerator::set_default(L"no such device"));
  CHECK(acc.set_default_cpu_access_type(hc::access_type_auto));

  hc::accelerator_view mine = acc.get_default_view();
  CHECK(mine == acc.get_default_view() && mine == acc.default_view);
  CHECK(mine.get_accelerator() == acc && mine.accelerator == acc);
  CHECK(acc.get_auto_selection_view() == mine && !mine.get_is_auto_selection());
  bool differs = false, stable = false;
  std::thread([&] {
    hc::accelerator_view theirs = acc.get_default_view();
    differs = theirs != mine;
    stable = theirs == acc.get_default_view();
  }).join();
  CHECK(differs && stable);

  hc::accelerator_view plain = acc.create_view();
  CHECK(plain.get_execute_order() == hc::execute_in_order);
  CHECK(plain.get_queuing_mode() == hc::queuing_mode_automatic);
  CHECK(plain.get_queue_priority() == hc::priority_normal);
  hc::accelerator_view special =
      acc.create_view(hc::execute_any_order, hc::queuing_mode_immediate, hc::priority_high);
  CHECK(special.get_execute_order() == hc::execute_any_order);
  CHECK(special.queuing_mode == hc::queuing_mode_immediate &&
        special.get_queue_priority() == hc::priority_high);
  CHECK(plain != special && plain.get_version() == acc.get_version());
  std::vector<hc::accelerator_view> views = acc.get_all_views();
  auto first = std::find(views.begin(), views.end(), mine),
       later = std::find(views.begin(), views.end(), special);
  CHECK(first != views.end() && later != views.end() && first < later);
  plain.flush();
  plain.wait();
  return failures();
}
