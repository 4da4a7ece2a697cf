// rows: amp.2.4.captures
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

enum color { red, green = 5 };
enum class shade : unsigned { light = 7, dark };
struct pod {
  int a;
  float b;
};
struct nested {
  pod p[2];
  double d;
  struct deep {
    int x, y;
  } inner;
};
struct empty {};
struct base {
  int from_base;
};
struct derived : base, empty {
  int own;
};
const int global_const = 31;
static const float global_float = 0.5f;
constexpr unsigned global_constexpr = 33;
struct statics {
  static const int in_class = 34;
  static constexpr int constexpr_member = 35;
  enum { enumerator = 36 };
};
template <int N, typename T>
int with_template_arguments(array_view<int> v) {
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = N + int(sizeof(T)); });
  return v[0];
}

int main() {
  array_view<int> v(32);
  bool yes = true;
  unsigned u = 2;
  float f = 1.5f;
  double d = 2.5;
  color c = green;
  shade s = shade::dark;
  pod p = {3, 4.5f};
  nested n = {{{1, 2}, {3, 4}}, 5.5, {6, 7}};
  empty e;
  derived der;
  der.from_base = 8;
  der.own = 9;
  int row[4] = {10, 11, 12, 13};
  int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
  const int local_const = 14;
  constexpr int local_constexpr = 15;
  static const int local_static = 16;
  int& reference = row[2];
  const index<2> where(17, 18);
  const extent<1> size(19);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    int k = 0;
    empty copy = e;
    (void)copy;
    v[k++] = yes ? 1 : 0;
    v[k++] = int(u);
    v[k++] = int(u) - 1;
    v[k++] = int(f * 2);
    v[k++] = int(d * 2);
    v[k++] = c;
    v[k++] = int(s);
    v[k++] = p.a + int(p.b * 2);
    v[k++] = n.p[1].a + int(n.d * 2) + n.inner.y;
    v[k++] = der.from_base * 10 + der.own;
    v[k++] = row[0] + row[3];
    v[k++] = matrix[1][2];
    v[k++] = local_const;
    v[k++] = local_constexpr;
    v[k++] = local_static;
    v[k++] = reference;
    v[k++] = where[0] + where[1];
    v[k++] = size[0];
    v[k++] = global_const + int(global_float * 2) + int(global_constexpr);
    v[k++] = statics::in_class + statics::constexpr_member + statics::enumerator;
    v[k++] = red + green;
  });
  const int expected[] = {1, 2, 1, 3, 5, 5, 8, 12, 21, 89, 23, 6, 14, 15, 16, 12, 35, 19, 65, 105, 5};
  for (int i = 0; i < 21; ++i) CHECK(v[i] == expected[i]);
  CHECK((with_template_arguments<40, double>(v) == 48));
  return failures();
}
