// rows: amp.2.4.lambda
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  const int none[] = {0};
  int zero = none[0];
  array<int> a(4), b(4);
  parallel_for_each(a.extent, [&a, zero](index<1> i) restrict(amp) {
#include "body.inl"
    a[i] = sum;
  });
  parallel_for_each(b.extent, [=, &a, &b](index<1> i) restrict(amp) {
#include "body.inl"
    b[i] = sum + a[i];
  });
  std::vector<int> first = a, second = b;
  for (int i = 0; i < 4; ++i) CHECK(first[i] == 3 * i + 3 && second[i] == 2 * first[i]);
  return failures();
}
