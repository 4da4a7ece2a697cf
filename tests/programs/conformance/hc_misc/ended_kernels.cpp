// rows: hc.failures.ended
// flags: -O1 -D_FORTIFY_SOURCE=2 -D_GLIBCXX_ASSERTIONS
// What ends a program elsewhere makes the wait for a launch throw.
#include <array>
#include <cstdlib>
#include <cstring>
#include <hc.hpp>

#include "check.hpp"

enum End { none, aborts, traps, overflows, asserts };

[[noreturn]] __attribute__((noinline)) static void fail(End end) [[cpu, hc]] {
  if (end == traps) __builtin_trap();
  std::abort();
}

static int half(int x, End end) [[cpu, hc]] {
  if (x % 2) fail(end);
  return x / 2;
}

struct Count {
  int* of;
  ~Count() [[cpu, hc]] { ++*of; }
};

static int element(int at, int moved) [[cpu, hc]] {
  int counted = 0;
  {
    const Count count{&counted};
    std::array<int, 8> all{};
    all[unsigned(at % 8 + moved)] = 3;
    counted += all[unsigned(at % 8)] - 3;
  }
  return counted - 1;
}

static bool runs(End end) {
  const int n = 64;
  hc::array_view<int> found(n);
  try {
    hc::parallel_for_each(found.get_extent().tile(8), [=](hc::tiled_index<1> i) [[hc]] {
      tile_static int halves[8];
      const int at = i.global[0];
      char bytes[16] = {};
      halves[i.local[0]] = half(at * 2 + (at == 9 && (end == aborts || end == traps)), end);
      if (end == overflows) std::memset(bytes, 1, unsigned(at == 9 ? 17 : 16));
      halves[i.local[0]] += element(at, at == 9 && end == asserts ? 100 : 0);
      i.barrier.wait();
      found[i.global] = halves[7 - i.local[0]] + bytes[at % 16];
    }).wait();
    for (int i = 0; i < n; ++i) CHECK(found[i] == i / 8 * 8 + 7 - i % 8);
  } catch (const hc::runtime_exception& error) {
    CHECK(std::strlen(error.what()) > 0);
    return false;
  }
  return true;
}

int main() {
  const std::wstring path = hc::accelerator().get_device_path();
  CHECK(runs(none));
  CHECK(!runs(aborts));
  if (path.find(L"cuda") == 0) return failures();  // its context is lost
  CHECK(!runs(traps));
  if (path.find(L"host") == 0 || path.find(L"cpu") == 0) return failures();  // the libraries' checks end it
  CHECK(!runs(overflows));
  CHECK(!runs(asserts));
  CHECK(runs(none));
  return failures();
}
