// rows: amp.7.function_object
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

static void nothing(index<2>) restrict(amp, cpu) {}

int main() {
  parallel_for_each(extent<1>(10), [](index<1>) restrict(amp){});
  parallel_for_each(extent<2>(3, 3), [](index<2> i) restrict(amp) { nothing(i); });
  parallel_for_each(extent<1>(1), [](index<1>) restrict(amp, cpu){});
  parallel_for_each(extent<1>(64).tile<64>(), [](tiled_index<64>) restrict(amp){});
  array_view<int, 1> v(4);
  parallel_for_each(v.extent, [=](const index<1>& i) restrict(amp) { v[i] = 1; });
  parallel_for_each(v.extent, [v](index<1> i) restrict(amp) { v[i] += 1; });
  CHECK(v[3] == 2);
  return failures();
}
