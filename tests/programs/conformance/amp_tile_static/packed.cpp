// rows: amp.2.5.tile_static, amp.2.4.1.compound
// Classes that a pragma packs: their members lie at multiples of four bytes, and so do the elements of arrays of
// them. Atomic functions take the members.
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

#pragma pack(push, 2)
struct two {
  int a;
  float b;
};
#pragma pack(pop)
#pragma pack(push, 1)
struct one {
  int a;
  float b;
  two pair[2];
};
#pragma pack(pop)
struct outer {
  two pair[3];
  one inner;
};

int main() {
  std::vector<one> host(8);
  array_view<one, 1> written(8, host);
  array<two, 1> device(8);
  array_view<int, 1> v(8);
  v.discard_data();
  parallel_for_each(v.extent.tile<8>(), [=, &device](tiled_index<8> t) restrict(amp) {
    tile_static two pairs[8];
    tile_static one ones[8];
    tile_static outer sums;
    const int l = t.local[0];
    if (l == 0) sums.pair[2].a = sums.inner.pair[1].a = 0;
    pairs[l].a = l;
    ones[l].b = 2.0f * l;
    ones[l].pair[1].a = 0;
    t.barrier.wait();
    atomic_fetch_add(&sums.inner.pair[1].a, l);
    atomic_fetch_max(&sums.pair[2].a, l);
    atomic_fetch_add(&ones[7 - l].pair[1].a, l);
    t.barrier.wait();
    one local[3];
    local[l % 3] = ones[l];
    local[l % 3].a = l * 100;
    written[t] = local[l % 3];
    device[t] = pairs[7 - l];
    device[t].b = local[l % 3].b;
    v[t] = sums.inner.pair[1].a * 10 + sums.pair[2].a;
  });
  written.synchronize();
  const std::vector<two> back(device);
  for (int i = 0; i < 8; ++i) {
    CHECK(v[i] == 287);
    CHECK(host[i].a == i * 100 && host[i].b == 2 * i && host[i].pair[1].a == 7 - i);
    CHECK(back[i].a == 7 - i && back[i].b == 2 * i);
  }
  return failures();
}
