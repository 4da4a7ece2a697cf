// Kernels see the value that plain globals have at the launch, for any linkage.
#include <cstdio>
#include <hc.hpp>

static int internal = 1;
namespace {
int unnamed = 2;
}
int external = 3;
inline int inlined = 4;
static int untouched = 5;

static int sum(hc::array_view<int> v) {
  static int local = 6;
  local += 100;
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1> i) [[hc]] {
    v[i] = internal + unnamed + external + inlined + untouched + local;
  });
  return v[0];
}

int main() {
  hc::array_view<int> v(1);
  const int first = sum(v);
  internal = 10, unnamed = 20, external = 30;
  const int second = sum(v);
  const bool good = first == 1 + 2 + 3 + 4 + 5 + 106 && second == 10 + 20 + 30 + 4 + 5 + 206;
  std::printf("%s %d %d\n", good ? "PASSED" : "FAILED", first, second);
  return good ? 0 : 1;
}
