// rows: amp.2.3.amp_from_cpu
// Pointers to functions that are for amp alone are made and compared on the CPU, and not called there.
// ptx: none
#include <amp.h>

using namespace concurrency;

int f(int x) restrict(amp) { return x; }
int both(int x) restrict(cpu, amp) { return x; }
int (*p)(int) restrict(amp) = nullptr;
int (*q)(int) restrict(amp, cpu) = both;
typedef int F(int) restrict(amp);
struct holder {
  int (*m)(int) restrict(amp);
  int call() { return m(1); }  // expected-error {{'m' is restricted to amp}}
};

int wrong(int (*a)(int) restrict(amp), F* b) {
  int sum = p(1);  // expected-error {{'p' is restricted to amp}}
  sum += (*p)(1);  // expected-error {{'p' is restricted to amp}}
  sum += a(1);     // expected-error {{'a' is restricted to amp}}
  sum += (*b)(1);  // expected-error {{'b' is restricted to amp}}
  return sum;
}
int right(int (*a)(int) restrict(amp), int (*c)(int) restrict(cpu, amp)) {
  return c(1) + (*q)(2) + (a != nullptr) + (p == a);
}

int main() { return 0; }
