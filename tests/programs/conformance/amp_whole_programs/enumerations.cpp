// rows: amp.2.4.1.enum
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

enum e1 : int { a1, b1 };
enum class e2 : unsigned { a, b };
enum class e3 : long { a, b };
enum e4 : unsigned long { a4, b4 = 7 };
enum e5 : char { a5, b5 };
enum { plain = 3 };
int f(e1 x, e2 y) restrict(amp) {
  e3 z = e3::b;
  e4 w = b4;
  return x + static_cast<int>(y) + static_cast<int>(z) + static_cast<int>(w) + plain - plain;
}

int main() {
  e5 small = b5;
  CHECK(small == 1);
  array_view<int> v(1);
  e1 captured = b1;
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = f(captured, e2::b) + b5; });
  CHECK(v[0] == 1 + 1 + 1 + 7 + 1);
  return failures();
}
