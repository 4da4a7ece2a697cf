// rows: amp.5.2.amp_constructors
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

// Views are made in kernels of arrays, pointers and other views, and passed on.
static int sum(array_view<const int, 1> v) restrict(amp) {
  int total = 0;
  for (int i = 0; i < v.extent[0]; ++i) total += v[i];
  return total;
}
static void fill(array_view<int, 1> v, int value) restrict(amp, cpu) {
  for (int i = 0; i < v.extent[0]; ++i) v[i] = value;
}

int main() {
  array<int, 1> a(10);
  array_view<int, 1> out(5);
  parallel_for_each(
      out.extent, [ =, &a ](index<1> i) restrict(amp) {
        int local[4] = {1, 2, 3, 4};
        array_view<int, 1> whole(a), of_memory(4, local), half = whole.section(i[0] * 2, 2);
        fill(half, i[0]);
        out[i] = sum(of_memory) + sum(half);
      });
  CHECK(out[0] == 10 && out[4] == 18 && std::vector<int>(a)[9] == 4);
  fill(out, 3);
  CHECK(out[2] == 3);
  return failures();
}
