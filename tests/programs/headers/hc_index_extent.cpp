// index<N> and extent<N>: arithmetic and comparison on the host and in a kernel.
#include <hc.hpp>
#include <vector>

#include "check.hpp"

static int score(hc::index<3> a, hc::index<3> b) [[cpu, hc]] {
  hc::index<3> c = a + b;
  c -= hc::index<3>(1, 1, 1);
  c *= 2;
  ++c;
  hc::index<3> d = 10 - c;
  d = d % 7;
  return c[0] * 100 + c[1] * 10 + c[2] + (c == d ? 1000 : 0) + (c != d ? 2000 : 0) + d[2];
}

int main() {
  const int raw[3] = {4, 5, 6};
  CHECK(hc::index<3>()[2] == 0);
  CHECK(hc::index<3>(raw) == hc::index<3>(4, 5, 6));
  CHECK(hc::index<1>(3)[0] == 3);
  const int raw4[4] = {1, 2, 3, 4};
  CHECK(hc::index<4>(raw4)[3] == 4 && hc::index<4>::rank == 4);

  hc::extent<3> e(2, 3, 4);
  CHECK(e.size() == 24);
  CHECK(hc::extent<2>(1 << 20, 1 << 20).size() == std::size_t(1) << 40);
  CHECK(e.contains(hc::index<3>(1, 2, 3)));
  CHECK(!e.contains(hc::index<3>(1, 3, 3)) && !e.contains(hc::index<3>(-1, 0, 0)));
  CHECK(e + hc::index<3>(1, 1, 1) == hc::extent<3>(3, 4, 5));
  CHECK(e - hc::extent<3>(1, 1, 1) == hc::extent<3>(1, 2, 3));
  CHECK(e * 2 == hc::extent<3>(4, 6, 8) && 2 * e == e * 2 && e / 2 == hc::extent<3>(1, 1, 2));
  hc::extent<3> f = e++;
  CHECK(f == hc::extent<3>(2, 3, 4) && e == hc::extent<3>(3, 4, 5));
  CHECK(--e == f);

  std::vector<int> out(8);
  hc::array_view<int> v(8, out);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    const int n = i[0];
    v[i] = score(hc::index<3>(n, n + 1, n + 2), hc::index<3>(1, 2, 3));
  });
  for (int n = 0; n < 8; ++n) CHECK(v[n] == score(hc::index<3>(n, n + 1, n + 2), hc::index<3>(1, 2, 3)));
  return failures();
}
