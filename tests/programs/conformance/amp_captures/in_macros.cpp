// rows: amp.2.4.reference_captures, amp.2.5.tile_static
// Macros that launch kernels: what the macro is given is the kernel's body, or a part of it.
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

#define EACH(where, body) parallel_for_each(where, [=, &a, &b](index<1> i) restrict(amp) body)
#define EACH_OF(where, ...) parallel_for_each(where, [&](index<1> i) restrict(amp) __VA_ARGS__)
#define TILED(where, size, ...) \
  parallel_for_each((where).tile<size>(), [&](tiled_index<size> t) restrict(amp) { __VA_ARGS__ })

int main() {
  std::vector<int> start(64);
  for (int i = 0; i < 64; ++i) start[i] = i;
  array<int> a(64, start.begin()), b(64);
  EACH(a.extent, { b[i] = a[i] + 1; });
  EACH_OF(a.extent, {
    const int x = b[i], y = a[i];
    b[i] = x * y;
  });
  TILED(a.extent, 8, tile_static int s[8]; s[t.local[0]] = b[t.global]; t.barrier.wait();
        b[t.global] = s[7 - t.local[0]];);
  const std::vector<int> out = b;
  for (int i = 0; i < 64; ++i) {
    const int from = i / 8 * 8 + 7 - i % 8;
    CHECK(out[i] == from * (from + 1));
  }
  return failures();
}
