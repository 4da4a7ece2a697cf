// rows: hc.coordinate.offset
// ptx: none
#include <coordinate>
#include <type_traits>

#include "check.hpp"

static_assert(std::is_same<std::offset<2>, std::experimental::offset<2>>::value, "one type, two names");
static_assert(std::offset<3>::rank == 3 && std::offset<1>()[0] == 0, "a literal type");

int main() {
  std::offset<2> a{1, 2};
  const std::offset<2> b{10, -20};
  CHECK(a + b == (std::offset<2>{11, -18}) && a - b == (std::offset<2>{-9, 22}) && a != b);
  CHECK(-a == (std::offset<2>{-1, -2}) && +a == a);
  CHECK(a * 3 == 3 * a && b / 10 == (std::offset<2>{1, -2}));
  a += b;
  a -= std::offset<2>{1, 2};
  CHECK(a == b);
  a *= 2;
  a /= 4;
  CHECK(a[0] == 5 && a[1] == -10);
  a[1] = 7;
  CHECK(a[1] == 7);
  std::offset<1> one = 4;
  CHECK(one++ == 4 && ++one == 6 && one-- == 6 && --one == 4);
  return failures();
}
