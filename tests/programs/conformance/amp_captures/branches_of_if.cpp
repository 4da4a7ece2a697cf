// rows: amp.2.4.reference_captures
// The branches of an #if have other beginnings of a kernel, or other ends, or a loop for the CPU instead.
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

#define TILED

int main() {
  std::vector<int> start(64);
  for (int i = 0; i < 64; ++i) start[i] = i;
  array<int> a(64, start.begin()), b(64);

#ifdef TILED
  parallel_for_each(a.extent.tile<8>(), [=, &a, &b](tiled_index<8> t) restrict(amp) {
    const index<1> i = t.global;
#else
  parallel_for_each(a.extent, [=, &a, &b](index<1> i) restrict(amp) {
#endif
    b[i] = a[i] * 2;
  });

#if !defined(TILED)
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp)
#else
  parallel_for_each(a.extent.tile<8>(), [&](tiled_index<8> i) restrict(amp)
#endif
  {
#if defined UNKNOWN
    b[i] += 7; });
#elif defined(TILED)
    b[i] += a[i]; });
#else
    b[i] += 9;
  });
#endif

#ifdef ON_CPU
  for (int i = 0; i < 64; ++i) {
#else
  parallel_for_each(a.extent, [&a, &b](index<1> i) restrict(amp) {
#endif
#ifndef ON_CPU
    b[i] += 1;
  });
#else
    start[i] += 1;
  }
#endif
  const std::vector<int> out = b;
  for (int i = 0; i < 64; ++i) CHECK(out[i] == 3 * i + 1);
  return failures();
}
