// rows: amp.2.1.auto
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int simple(int x) restrict(auto) { return x + 1; }
template <typename T>
T scaled(T x) restrict(auto) {
  return x * 2;
}
int only_cpu(int x) restrict(cpu) { return x + 100; }
int only_amp(int x) restrict(amp) { return x + 200; }
struct item {
  int v;
  item(int x) restrict(auto) : v(x) {}
  int get() const restrict(auto) { return v; }
};
int nested(int x) restrict(auto) { return simple(x) + item(x).get(); }
int with_cpu(int x) restrict(cpu, auto) { return x + 3; }

int main() {
  array_view<int> v(2);
  parallel_for_each(
      v.extent, [=](index<1> i) restrict(auto) {
        v[i] = simple(i[0]) + scaled(i[0]) + nested(i[0]) + with_cpu(0);
      });
  CHECK(v[1] == 2 + 2 + 3 + 3);
  auto inferred = [](int x) restrict(auto) { return x * 3; };
  CHECK(inferred(2) == 6 && nested(1) == 3 && scaled(1.5f) == 3 && with_cpu(1) == 4);
  return failures();
}
