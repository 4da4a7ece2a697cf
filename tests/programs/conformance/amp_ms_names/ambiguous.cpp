// rows: amp.ms.names.ambiguous
// flags: -include windows.h
#include <amp.h>

#include <functional>
#include <tuple>

#include "check.hpp"

using namespace std;
using namespace concurrency;

int data = 3;  // std::data is younger than Visual C++ 2012
typedef unsigned char byte;

template <typename T>
T total(const array<T, 1>& a) {
  vector<T> values = a;
  T sum = 0;
  for (size_t i = 0; i < values.size(); i++) sum += values[i];
  return sum;
}

#ifndef _M_AMD64
#error "the processor has a name"
#endif
static LONG _stdcall twice(LONG x) { return 2 * x; }

int main() {
  array<int, 1> a(8);
  extent<2> plane(2, 4);
  array<int, 2> b(plane);
  const int k = data;
  parallel_for_each(a.extent, [&a, k](index<1> i) restrict(amp) { a[i] = i[0] * k; });
  parallel_for_each(plane, [&](index<2> i) restrict(amp) { b[i] = i[0] + i[1]; });
  byte small = 255;
  UNALIGNED int* p = &data;
  BOOL is_same = TRUE;
  CHECK(total(a) == 84 && small == 255 && *p == 3 && is_same && twice(4) == 8);
  return failures();
}
