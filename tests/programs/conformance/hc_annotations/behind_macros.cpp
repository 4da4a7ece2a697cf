// rows: hc.annotations.macros
#include <hc.hpp>

#include <utility>

#include "check.hpp"

#define OP(name, expr)                                              \
  struct name {                                                     \
    int operator()(int a, int b) const [[cpu, hc]] { return expr; } \
  };
#define DECL(name) [[hc, cpu]] int name(int x)
#define HD __attribute__((hc, cpu))
OP(add, a + b) OP(mul, a* b) HD inline int first(int x) { return x + 1; }
OP(sub, a - b)
[[hc, cpu]] int second(int x) { return x + 2; }
OP(divide, a / b)
HD const std::pair<int, int> third(int x) { return {x, 3}; }
OP(rest, a % b)
template <class T>
HD T* fourth(T* x) {
  return x;
}
DECL(fifth) { return x * 5; }
int sixth(int x) HD { return x * 6; }
struct s {
  int f() const HD;
  int g() HD noexcept(true) { return 2; }
};
int s::f() const HD { return 1; }
int main() {
  hc::array_view<int> v(1);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    int x = 4;
    v[0] = first(1) + second(1) + third(1).second + *fourth(&x) + fifth(1) + sixth(1) + s().f() + s().g() +
           add()(1, 1) + rest()(5, 3);
  });
  CHECK(v[0] == 2 + 3 + 3 + 4 + 5 + 6 + 1 + 2 + 2 + 2);
  return failures();
}
