// rows: amp.3.2.properties, amp.3.2.copy, amp.3.2.flush, amp.3.2.wait
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  const accelerator_view view = accelerator().create_view();
  CHECK(view.version == view.get_version() && view.version == accelerator().version);
  CHECK(view.is_debug == view.get_is_debug() && !view.is_debug);
  accelerator_view copy(view), other = accelerator().default_view;
  CHECK(copy == view && copy != other);
  other = copy;
  CHECK(other == view);
  std::vector<accelerator_view> views(2, view);
  views.push_back(accelerator().default_view);
  CHECK(views[0] == views[1] && views[1] != views[2]);
  view.flush();
  view.wait();
  return failures();
}
