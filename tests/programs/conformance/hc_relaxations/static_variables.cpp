// rows: hc.language.static_variables
// Static variables of functions that only kernels call: the host part has none of them.
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

struct point {
  float x;
  int y[2];
  double z;
};

struct functor {
  array_view<int> v;
  void operator()(index<1> i) const [[hc]] {
    static int x;
    static point p = {1.5f, {2, 3}, 0.5};
    x = 0;
    v[i] = x + 1 + p.y[1] + static_cast<int>(p.x * 2 + p.z * 2);
  }
};

static int internal(int i) [[hc]] {
  static int calls = 5;
  return calls + i;
}
static int both(int i) [[cpu, hc]] {
  static int calls = 5;
  return calls + i;
}
inline int of_inline(int i) [[hc]] {
  static long calls = 7;
  return static_cast<int>(calls) + i;
}
template <class T>
T of_template(T i) [[hc]] {
  static T calls = 9;
  return calls + i;
}

static int total(array_view<int> v) { return v[0] + v[1] + v[2] + v[3]; }

int main() {
  array_view<int> v(4);
  parallel_for_each(v.get_extent(), functor{v});
  CHECK(total(v) == 32);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] { v[i] = internal(1) + both(1); });
  CHECK(total(v) == 48);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] { v[i] = of_inline(1) + of_template(2.0f); });
  CHECK(total(v) == 76);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] {
    static int x;
    static const char text[] = "ab";
    static int y = 3;
    x = 3;
    v[i] = x + y + text[1];
  });
  CHECK(total(v) == 4 * (6 + 'b'));
  // What kernels leave in it is there in the next one, on one accelerator.
  for (int round = 0; round < 3; ++round)
    parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] {
      static int rounds = 10;
      v[0] = ++rounds;
    }).wait();
  CHECK(v[0] == 13 && both(0) == 5);
  return failures();
}
