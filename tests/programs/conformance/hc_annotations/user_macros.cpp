// rows: hc.annotations.macros
#include <hc.hpp>

#include "check.hpp"

#define DEVICE [[hc]]
#define BOTH [[cpu, hc]]
#define HD __attribute__((hc)) __attribute__((cpu))
#define FUNCTION(type) BOTH inline type
#define UNARY(name, expression) \
  int name(int x) [[cpu, hc]] { return expression; }
#define KERNEL [=](hc::index<1> i) DEVICE
#define LAUNCH(n, ...) hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { __VA_ARGS__; }).wait()
#define CLASS(name)                             \
  struct name {                                 \
    int v;                                      \
    name(int x) [[cpu, hc]] : v(x) {}           \
    int get() const [[cpu]][[hc]] { return v; } \
  };
#if defined(SOMETHING_ELSE)
#define MAYBE
#else
#define MAYBE BOTH
#endif

int behind(int x) BOTH { return x + 1; }
BOTH int in_front(int x) { return x + 2; }
HD int gnu(int x) { return x + 3; }
FUNCTION(int) function(int x) { return x + 4; }
UNARY(fifth, x + 5)
CLASS(holder)
int maybe(int x) MAYBE { return x + 6; }
int only(int x) DEVICE { return x + 7; }

int main() {
  hc::array_view<int> v(2);
  hc::parallel_for_each(v.get_extent(), KERNEL {
    v[i] = behind(0) + in_front(0) + gnu(0) + function(0) + fifth(0) + holder(8).get() + maybe(0) + only(0);
  }).wait();
  CHECK(v[1] == 1 + 2 + 3 + 4 + 5 + 8 + 6 + 7);
  LAUNCH(2, v[i] = i[0] + 1);
  CHECK(v[0] == 1 && v[1] == 2);
  LAUNCH(2, const int a = 3, b = 4; v[i] = a + b);
  CHECK(v[0] == 7);
  CHECK(behind(0) + in_front(0) + gnu(0) + function(0) + fifth(0) + holder(8).get() + maybe(0) == 29);
  return failures();
}
