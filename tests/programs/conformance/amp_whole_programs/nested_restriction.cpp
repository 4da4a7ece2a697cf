// rows: amp.2.whole_programs
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int glorp(int n) restrict(amp) {
  struct foo {
    int x;
    int zot() { return x + 1; }
  };
  auto f1 = [=](int y) { return y + n; };
  auto f2 = [](int y) restrict(cpu) { return y; };
  (void)f2;
  typedef int plain();
  foo o = {9};
  int sum = n + f1(1);
  for (int i = 0; i < 2; ++i) {
    switch (i) {
      case 0:
        sum += 4;
        break;
      default:
        continue;
    }
  }
  do {
    sum += o.zot();
  } while (sum < 0);
  return sum;
}

int main() {
  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = glorp(2); });
  CHECK(v[0] == 2 + 3 + 4 + 10);
  return failures();
}
