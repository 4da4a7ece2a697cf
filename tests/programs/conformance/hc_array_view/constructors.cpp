// rows: hc.array_view.constructors
#include <array>
#include <cstring>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  std::vector<int> data = numbers(24);
  const std::vector<int> constant = numbers(24);
  std::array<int, 24> fixed = {};
  int plain[4] = {1, 2, 3, 4};
  hc::array_view<int> a(24, data), b(data), c(24, data.data()), d(fixed), e(4, plain), f(10);
  hc::array_view<const int> g(24, constant), h(constant), i(24, constant.data());
  hc::array_view<int, 2> j(4, 6, data), k(hc::extent<2>(4, 6), data.data()), l(4, 6);
  hc::array_view<int, 3> m(2, 3, 4, data), n(2, 3, 4);
  CHECK(a[23] == 23 && b[22] == 22 && c[21] == 21 && d[3] == 0 && e[3] == 4 && f.get_extent()[0] == 10);
  CHECK(g[5] == 5 && h[6] == 6 && i[7] == 7 && j(3, 5) == 23 && k(1, 0) == 6 && l.get_extent().size() == 24);
  CHECK(m(1, 2, 3) == 23 && n.get_extent()[2] == 4);
  hc::array_view<const int, 2> converted(j);
  CHECK(converted(2, 2) == 14);
  CHECK_THROWS((hc::array_view<int>(25, data)), hc::runtime_exception, "fewer elements");
  return failures();
}
