// rows: amp.2.1.macros
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

#define GPU restrict(amp, cpu)
#define DEVICE_ONLY restrict(amp)
#define HOST restrict(cpu)
#define AND_SO_ON GPU
#define RESTRICTED(...) restrict(__VA_ARGS__)
#define INLINE_GPU(type, name, args) inline type name args GPU
#define DEFINE_UNARY(name, expression) \
  float name(float x) GPU { return expression; }
#define DEFINE_CLASS(name, init)                          \
  struct name {                                           \
    float v;                                              \
    name() restrict(cpu, amp) : v(init) {}                \
    float get() const restrict(cpu, amp) { return v; }    \
    float operator()(float x) const GPU { return x * v; } \
  };
#ifdef _WIN32
#define PORTABLE
#else
#define PORTABLE restrict(cpu, amp)
#endif

int with_object_macro(int x) GPU { return x + 1; }
int with_nested_macro(int x) AND_SO_ON { return x + 2; }
int with_arguments(int x) RESTRICTED(cpu, amp) { return x + 3; }
INLINE_GPU(int, with_function_macro, (int x)) { return x + 4; }
DEFINE_UNARY(doubled, x * 2)
DEFINE_UNARY(tripled, x * 3)
DEFINE_CLASS(five, 5.0f)
DEFINE_CLASS(seven, 7.0f)
int microsoft(int x) __GPU { return x + 5; }
int only_device(int x) __GPU_ONLY { return x + 6; }
int own_only(int x) DEVICE_ONLY { return x + 7; }
int own_only(int x) HOST { return x + 70; }
int portable(int x) PORTABLE { return x + 8; }

#define KERNEL(view, index_name) parallel_for_each(view.extent, [=](index<1> index_name) DEVICE_ONLY
#define END_KERNEL );

float both(int x) GPU {
  return with_object_macro(x) + with_nested_macro(x) + with_arguments(x) + with_function_macro(x) + doubled(x) +
         tripled(x) + five().get() + seven()(2) + microsoft(x) + portable(x);
}

int main() {
  array_view<float> v(3);
  KERNEL(v, i) {
    v[i] = both(i[0]) + only_device(i[0]) + own_only(i[0]);
  }
  END_KERNEL
  for (int i = 0; i < 3; ++i) CHECK(v[i] == both(i) + (i + 6) + (i + 7));
  CHECK(own_only(1) == 71);
  return failures();
}
