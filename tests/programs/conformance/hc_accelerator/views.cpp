// rows: hc.accelerator.create_view, hc.accelerator_view.queries
#include <cstring>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::accelerator acc;
  const hc::accelerator_view plain = acc.create_view();
  CHECK(plain.get_execute_order() == hc::execute_in_order &&
        plain.get_queuing_mode() == hc::queuing_mode_automatic);
  CHECK(plain.get_queue_priority() == hc::priority_normal && !plain.get_is_auto_selection() &&
        !plain.get_is_debug());
  for (hc::execute_order order : {hc::execute_in_order, hc::execute_any_order})
    for (hc::queue_priority priority : {hc::priority_high, hc::priority_low}) {
      const hc::accelerator_view view = acc.create_view(order, hc::queuing_mode_immediate, priority);
      CHECK(view.get_execute_order() == order && view.get_queue_priority() == priority);
      CHECK(view.get_queuing_mode() == hc::queuing_mode_immediate && view != plain &&
            view.get_accelerator() == acc);
    }
  CHECK_THROWS(acc.create_cooperative_view(), hc::runtime_exception,
               "agent doesn't support cooperative queue");
  CHECK(!hc::accelerator_view(plain).set_cu_mask(std::vector<bool>(4, true)));
  return failures();
}
