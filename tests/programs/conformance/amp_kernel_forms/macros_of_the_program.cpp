// rows: amp.2.4.macros
// flags: -DN=4 -DT=2 -DS=7
// Macros defined before the headers do not reach into them, and are there again after them.
#define A 3
#define M (A + N)
#define X(value) ((value) * T)
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#include <amp.h>
#include <amp_math.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  array_view<int> v(N);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = X(min(M, i[0] + 5)) + max(S, i[0]); });
  for (int i = 0; i < N; ++i) CHECK(v[i] == 2 * (i + 5 < 7 ? i + 5 : 7) + 7);
  return failures();
}
