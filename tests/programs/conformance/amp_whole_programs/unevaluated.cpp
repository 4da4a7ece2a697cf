// rows: amp.2.3.unevaluated
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int global;
double wide;
int host(int x) { return x; }
namespace number {
double make(int x) { return x; }
}  // namespace number
template <class T>
struct size {
  static const int value = sizeof(T);
};
int f(int n) restrict(amp) {
  decltype(global) x = 1;
  decltype(host(n)) y = 2;
  decltype(wide) d = 3;
  int s = sizeof(host(1)) + sizeof(global) + sizeof global;
  return x + y + static_cast<int>(d) + s + size<decltype(host(2))>::value;
}

int main() {
  std::vector<int> list(3);
  array_view<int> v(1);
  parallel_for_each(
      v.extent, [=](index<1> i) restrict(amp) {
        decltype(global) q = f(i[0]);
        decltype(list.size()) m = sizeof(list.empty()) - 1;  // no captures of what amp code can't have
        decltype(list)::value_type z = static_cast<int>(m);
        v[i] = q + z + sizeof(host(1)) + sizeof(number::make(2)) + noexcept(host(1));
      });
  CHECK(v[0] == 1 + 2 + 3 + 12 + 4 + 4 + 8);
  return failures();
}
