// rows: amp.ms.names.intrin
#include <amp.h>
#include <intrin.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  int values[4] = {};
  __cpuid(values, 0);
  CHECK(values[0] >= 1);
  unsigned long at = 0;
  CHECK(_BitScanForward(&at, 8) && at == 3 && _BitScanReverse(&at, 9) && at == 3 && !_BitScanForward(&at, 0));
  CHECK(__popcnt(255) == 8 && _rotl(1, 4) == 16 && _byteswap_ulong(0x01020304) == 0x04030201);
  const unsigned __int64 t = __rdtsc();
  CHECK(__rdtsc() >= t);
  volatile long locked = 7;
  volatile unsigned bits = 12;
  CHECK(_InterlockedExchangeAdd(&locked, 2) == 7 && _InterlockedIncrement(&locked) == 10);
  CHECK(_InterlockedCompareExchange(&locked, 1, 10) == 10 && _InterlockedExchange(&locked, 4) == 1);
  CHECK(_InterlockedAnd(&bits, 10u) == 12 && _InterlockedOr(&bits, 1u) == 8 && bits == 9);
  __m128 four = _mm_set1_ps(2.0f);
  CHECK(_mm_cvtss_f32(_mm_mul_ps(four, four)) == 4.0f);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
