// rows: hc.language.private_arrays
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

// Private variables at multiples of more bytes than registers have: used, and asked for their addresses.
struct alignas(128) Many {
  int cells[32];
};
struct alignas(256) More {
  int cells[3];
};

int main() {
  constexpr int n = 64;
  array_view<int, 1> sums(n);
  array_view<unsigned long, 1> places(n);
  parallel_for_each(extent<1>(n).tile(32), [=](tiled_index<1> t) [[hc]] {
    const int i = t.global[0];
    Many many[4];
    for (int k = 0; k < 4; ++k)
      for (int j = 0; j < 32; ++j) many[k].cells[j] = k + i;
    many[i & 3].cells[i & 31] = 100;
    const Many chosen = many[n & 3];
    int sum = 0;
    for (int k = 0; k < 32; ++k) sum += chosen.cells[k] * k;
    sums[i] = sum;
  });
  parallel_for_each(extent<1>(n).tile(32), [=](tiled_index<1> t) [[hc]] {
    const int i = t.global[0];
    Many many[3];
    More more[2];
    many[i % 3].cells[i & 31] = i;
    more[i & 1].cells[i % 3] = i;
    const auto place = reinterpret_cast<unsigned long>(&many[i % 3]);
    const auto other = reinterpret_cast<unsigned long>(&more[i & 1]);
    places[i] = place % 128 + other % 256 + (many[i % 3].cells[i & 31] ^ more[i & 1].cells[i % 3]);
  });
  for (int i = 0; i < n; ++i) {
    int expected = 0;
    for (int k = 0; k < 32; ++k) expected += ((i & 3) == 0 && (i & 31) == k ? 100 : i) * k;
    CHECK(sums[i] == expected);
    CHECK(places[i] == 0);
  }
  return failures();
}
