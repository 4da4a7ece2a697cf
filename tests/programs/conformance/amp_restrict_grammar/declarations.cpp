// rows: amp.2.1.redeclaration
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int declared(int x) restrict(cpu, amp);
int declared(int) restrict(amp, cpu);
static int hidden(int) restrict(amp);
extern int with_extern(int x) restrict(cpu, amp);
extern "C" int with_c_linkage(int x) restrict(cpu, amp);
extern "C" {
int in_c_block(int x) restrict(cpu, amp);
}
template <typename T>
T later(T) restrict(cpu, amp);
struct later_class;
int of_class(const later_class&) restrict(cpu, amp);
namespace outer {
namespace inner {
int deep(int) restrict(cpu, amp);
}
inline namespace v1 {
int versioned(int x) restrict(cpu, amp) { return x + 9; }
}
}  // namespace outer
int several(int) restrict(cpu, amp), also(int) restrict(cpu, amp);
int with_default(int x, int y = 5) restrict(cpu, amp);
constexpr int constant(int x) restrict(cpu, amp) { return x + 11; }
[[nodiscard]] int attributed(int x) restrict(cpu, amp) { return x + 12; }
int gnu(int x) restrict(cpu, amp) __attribute__((noinline));

int use(int x) restrict(cpu, amp);

int main() {
  int out[2];
  array_view<int> v(2, out);
  v.discard_data();
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = use(i[0]) + hidden(i[0]); });
  v.synchronize();
  CHECK(out[0] == use(0) && out[1] == use(1) + 1);
  static_assert(constant(1) == 12, "usable in constants");
  return failures();
}

struct later_class {
  int v;
};
int declared(int x) restrict(cpu, amp) { return x + 1; }
static int hidden(int x) restrict(amp) { return x; }
int with_extern(int x) restrict(cpu, amp) { return x + 3; }
int with_c_linkage(int x) restrict(cpu, amp) { return x + 4; }
int in_c_block(int x) restrict(cpu, amp) { return x + 5; }
template <typename T>
T later(T x) restrict(cpu, amp) {
  return x + 6;
}
int of_class(const later_class& c) restrict(cpu, amp) { return c.v; }
int outer::inner::deep(int x) restrict(cpu, amp) { return x + 7; }
int several(int x) restrict(cpu, amp) { return x + 8; }
int also(int x) restrict(cpu, amp) { return x + 10; }
int with_default(int x, int y) restrict(cpu, amp) { return x + y; }
int gnu(int x) restrict(cpu, amp) { return x + 13; }
int use(int x) restrict(cpu, amp) {
  later_class c = {x};
  return declared(x) + with_extern(x) + with_c_linkage(x) + in_c_block(x) + later(x) + of_class(c) +
         outer::inner::deep(x) + outer::versioned(x) + several(x) + also(x) + with_default(x) + constant(x) +
         attributed(x) + gnu(x);
}
