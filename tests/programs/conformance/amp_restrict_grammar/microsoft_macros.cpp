// rows: amp.2.1.macros
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int where() __CPU_ONLY { return 1; }
int where() __GPU_ONLY { return 2; }
int both() __GPU { return where(); }
struct s {
  int get() const __CPU_ONLY { return 1; }
  int get() const __GPU_ONLY { return 2; }
  static auto fixed() __CPU_ONLY -> int { return 5; }
};

int main() {
  auto host = [](int x) __CPU_ONLY { return x; };
  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) __GPU_ONLY { v[i] = both() + s().get(); });
  CHECK(v[0] == 4 && both() + s().get() + s::fixed() == host(7));
  return failures();
}
