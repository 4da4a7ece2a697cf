// rows: hc.am.am_alloc
#include <hc.hpp>

#include <cstdlib>

int main() {
  hc::accelerator here;
  int* p = (int*)hc::am_alloc(4, here, 0);
  // expected-error@-1 {{no member named 'am_alloc' in namespace 'hc'; <hc_am.hpp> declares it}}
  return p == nullptr;
}
