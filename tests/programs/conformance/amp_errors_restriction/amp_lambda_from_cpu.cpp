// rows: amp.2.3.amp_from_cpu
#include <amp.h>

using namespace concurrency;

int main() {
  auto f = [](int n) restrict(amp) { return n; };
  return f(0);
  // expected-error@-1 {{is restricted to amp and can't be used in code for the CPU}}
}
