// rows: hc.captures.structs
// flags: -O3 -march=native
#include <hc.hpp>

#include <cstdint>
#include <vector>

#include "check.hpp"

template <int A>
struct alignas(A) line {
  int v[16];
};

// Function objects that are copied member by member, with a view: on the CPU for the launch, and for the device.
template <int A>
bool is_aligned() {
  line<A> mine;
  for (int i = 0; i < 16; ++i) mine.v[i] = i + A;
  std::vector<int> out(32), rest(32, -1);
  hc::array_view<int> to(32, out), odd(32, rest);
  hc::parallel_for_each(hc::extent<1>(16), [=](hc::index<1> i) [[hc]] {
    to[i] = mine.v[i[0]];
    odd[i] = static_cast<int>(reinterpret_cast<std::uintptr_t>(&mine) % A);
  });
  hc::parallel_for_each(hc::extent<1>(16).tile(16), [=](hc::tiled_index<1> t) [[hc]] {
    to[t.global[0] + 16] = mine.v[t.local[0]];
    odd[t.global[0] + 16] = static_cast<int>(reinterpret_cast<std::uintptr_t>(&mine) % A);
  });
  to.synchronize();
  odd.synchronize();
  for (int i = 0; i < 32; ++i)
    if (out[i] != i % 16 + A || rest[i] != 0) return false;
  return true;
}

int main() {
  CHECK(is_aligned<4>());
  CHECK(is_aligned<16>());
  CHECK(is_aligned<32>());
  CHECK(is_aligned<64>());
  CHECK(is_aligned<128>());
  return failures();
}
