// rows: amp.2.3.overlap
#include <amp.h>

namespace one {
int half(int n) restrict(amp) { return n / 2; }
}  // namespace one

using one::half;
int half(int n) restrict(cpu, amp) { return n / 2; }
// expected-error@-1 {{this and what a using-declaration names have overlapping restrictions}}
