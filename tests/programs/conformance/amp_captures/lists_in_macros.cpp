// rows: amp.2.4.reference_captures
// Macros write introducers, or lists of captures, whose bodies are at their uses.
#include <amp.h>
#include <algorithm>
#include <vector>
using namespace concurrency;
#define IN(a) [&a](index<1> i) restrict(amp)
#define EACH(e, list) parallel_for_each(e, \
  [list] \
  (index<1> i) restrict(amp)
#define BOTH &a, &b
#define HOST [&]
#define WITH(x, y) [&x, y, BOTH](index<1> i) restrict(amp)
struct S {
  array<int>& r;
  void run() {
    array<int>& a = r;
    parallel_for_each(a.extent, IN(a) { a[i] += 1; });
  }
};
template <typename T>
void in_template(array<T>& a) {
  parallel_for_each(a.extent, IN(a) { a[i] += T(1); });
}
int main() {
  std::vector<int> z(4, 1);
  array<int> a(4, z.begin()), b(4, z.begin()), c(4, z.begin());
  int n = 3;
  parallel_for_each(a.extent, IN(a) { a[i] += 1; });
  EACH(a.extent, BOTH) { a[i] += b[i]; });
  EACH(a.extent,
       &a) { a[i] += 1; });
  parallel_for_each(a.extent, WITH(c, n) { a[i] += b[i] + c[i] + n; });
  int s = 0;
  std::for_each(z.begin(), z.end(), HOST(int x) { s += x; });
  auto k = IN(a) { a[i] += 1; };
  parallel_for_each(a.extent, k);
  S{a}.run();
  in_template(a);
  parallel_for_each(a.extent, [BOTH](index<1> i) restrict(amp) { a[i] += 1; b[i] = 0; });
  const int line = __LINE__;
  z = a;
  return !(z[0] == 1 + 1 + 1 + 1 + 5 + 1 + 1 + 1 + 1 && s == 4 && line == 41);
}
