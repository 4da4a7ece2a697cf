// rows: amp.3.1.default_view, amp.3.2.comparison
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  accelerator acc;
  accelerator_view view = acc.default_view, again = acc.get_default_view();
  CHECK(view == again && !(view != again));
  CHECK(view.accelerator == acc && view.get_accelerator() == acc);
  CHECK(accelerator(accelerator::cpu_accelerator).default_view != view);
  return failures();
}
