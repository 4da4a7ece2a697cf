// rows: hc.accelerator.get_default_view, hc.accelerator.get_all_views
#include <hc.hpp>
#include <thread>
#include <vector>

#include "check.hpp"

int main() {
  hc::accelerator acc;
  hc::accelerator_view mine = acc.get_default_view(), later = acc.create_view();
  CHECK(mine == acc.get_default_view() && hc::accelerator::get_auto_selection_view() == mine &&
        mine != later);
  bool differs = false, stable = false;
  std::thread([&] {
    hc::accelerator_view theirs = hc::accelerator().get_default_view();
    differs = theirs != mine;
    stable = theirs == hc::accelerator().get_default_view();
  }).join();
  CHECK(differs && stable);
  const std::vector<hc::accelerator_view> views = acc.get_all_views();
  CHECK(views.size() >= 2 && views[0] == mine && views[1] == later);
  return failures();
}
