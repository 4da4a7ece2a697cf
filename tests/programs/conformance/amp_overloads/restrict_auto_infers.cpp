// rows: amp.2.1.auto
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

// The restriction is what the body allows: cpu alone, as it calls a function of the host.
int counter = 0;
int bump() { return ++counter; }
int uses_host(int x) restrict(auto) { return x + bump(); }
int uses_device_too(int x) restrict(auto) { return x; }

int main() {
  CHECK(uses_host(1) == 2 && uses_host(1) == 3);
  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = uses_device_too(5); });
  CHECK(v[0] == 5);
  return failures();
}
