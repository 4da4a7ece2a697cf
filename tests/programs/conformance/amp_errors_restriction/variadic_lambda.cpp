// rows: amp.2.4.2.declarators
#include <amp.h>

using namespace concurrency;

int inside(int x) restrict(amp) {
  auto nested = [](int y, ...) { return y; };
  // expected-error@-1 {{a variadic lambda can't be restricted to amp}}
  return nested(x);
}

int main() {
  auto sum = [](int x, ...) restrict(cpu, amp) { return x; };
  // expected-error@-1 {{a variadic lambda can't be restricted to amp}}
  auto generic = [](auto x, ...) restrict(amp) { return x; };
  // expected-error@-1 {{a variadic lambda can't be restricted to amp}}
  auto pack = [](auto...) restrict(amp) { return 1; };
  auto for_cpu = [](int x, ...) { return x; };
}
