// array_view of HC: constructors, coherence, aliases, sections, projections, reinterpreted views.
#include <array>
#include <cstring>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

static void fill(hc::array_view<int> v, int first) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = first + i[0]; });
}

static void constructors() {
  std::vector<int> vec(12, 1);
  std::array<int, 12> fixed{};
  int raw[12] = {};
  const std::vector<int> constant(12, 5);
  hc::array_view<int> a(12, vec), b(12, fixed), c(12, raw), d(hc::extent<1>(12), vec);
  hc::array_view<const int> e(12, constant), f(12, vec), g(a), h(12, constant.data());
  hc::array_view<int, 2> i(3, 4, vec), j(hc::extent<2>(3, 4), raw);
  hc::array_view<int, 3> k(1, 3, 4, vec);
  hc::array_view<const int, 2> l(i);
  CHECK(a[11] == 1 && b[11] == 0 && c[0] == 0 && d[3] == 1 && e[0] == 5 && f[1] == 1 && g[2] == 1 &&
        h[4] == 5);
  CHECK(i(2, 3) == 1 && j(0, 0) == 0 && k(0, 2, 3) == 1 && l(1, 1) == 1);
  CHECK(i.get_extent() == hc::extent<2>(3, 4) && k.extent[2] == 4);
}

static void coherence() {
  std::vector<int> data(1000, 7);
  {
    hc::array_view<int> v(1000, data);
    fill(v, 0);
    CHECK(v[999] == 999);  // no synchronize needed through the view
    v[5] = -5;             // a host write is seen by the next kernel
    hc::array_view<int> alias = v;
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { alias[i] *= 2; });
    CHECK(v[5] == -10 && v[999] == 1998);
    v.synchronize();
    CHECK(data[5] == -10 && data[999] == 1998);
    fill(v, 1);
    fill(v, 2);  // ordered without waits
  }  // the last view writes back
  CHECK(data[0] == 2 && data[999] == 1001);

  hc::array_view<int> v(1000, data);
  CHECK(v[0] == 2);
  data[0] = 50;
  v.refresh();
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1> i) [[hc]] { v[i] += 1; });
  CHECK(v[0] == 51);
  v.discard_data();
  fill(v, 9);
  CHECK(v.data()[10] == 19);
  v.synchronize_async().wait();
  CHECK(data[10] == 19);
  v.synchronize_to(hc::accelerator().get_default_view());
}

static void no_storage() {
  hc::array_view<int> kernel_first(100), host_first(100);
  fill(kernel_first, 3);
  CHECK(kernel_first[99] == 102);
  host_first[4] = 4;
  hc::parallel_for_each(hc::extent<1>(100), [=](hc::index<1> i) [[hc]] { host_first[i] += 1; });
  CHECK(host_first[4] == 5 && host_first[5] == 1);
}

static void sections() {
  std::vector<int> data(6 * 10, 0);
  hc::array_view<int, 2> v(6, 10, data);
  hc::array_view<int, 2> s = v.section(2, 3, 3, 4);
  CHECK(s.get_extent() == hc::extent<2>(3, 4));
  hc::parallel_for_each(s.get_extent(), [=](hc::index<2> i) [[hc]] { s[i] = 1 + i[0] * 4 + i[1]; });
  v.synchronize();
  int sum = 0;
  for (int i = 0; i < 60; ++i) sum += data[i];
  CHECK(sum == 12 * 13 / 2 && data[23] == 1 && data[46] == 12 && data[22] == 0 && data[27] == 0);
  CHECK(s(2, 3) == 12 && v.section(hc::index<2>(4, 6))(0, 0) == 12);
  CHECK(v.section(hc::extent<2>(3, 4))(2, 3) == 1);
  CHECK(s.section(1, 1, 2, 3)(1, 2) == 12);  // a section of a section

  hc::array_view<int> row = v[4];
  CHECK(row.get_extent()[0] == 10 && row[6] == 12);
  CHECK(s[2][3] == 12);
  hc::parallel_for_each(hc::extent<1>(6), [=](hc::index<1> i) [[hc]] {
    hc::array_view<int> mine = v[i[0]];
    mine[0] = 70 + i[0];
    v.section(hc::index<2>(i[0], 9))(0, 0) = 90 + i[0];
  });
  CHECK(v(5, 0) == 75 && v(3, 9) == 93);

  CHECK_THROWS(v.section(0, 0, 7, 1), hc::runtime_exception, "array_view::section: ");
  CHECK_THROWS(v.section(0, 0, 0, 1), hc::runtime_exception, "array_view::section: ");
  CHECK_THROWS(v.section(-1, 0, 1, 1), hc::runtime_exception, "array_view::section: ");

  std::vector<int> cube(2 * 3 * 4);
  hc::array_view<int, 3> w(2, 3, 4, cube);
  for (int i = 0; i < 24; ++i) cube[i] = i;
  w.refresh();
  CHECK(w[1][2][3] == 23 && w.section(1, 1, 1, 1, 2, 3)(0, 1, 2) == 23);
}

static void other_types() {
  std::vector<unsigned> data(8);
  hc::array_view<unsigned> v(8, data);
  hc::array_view<float> f = v.reinterpret_as<float>();
  hc::array_view<unsigned, 2> square = v.view_as(hc::extent<2>(2, 4));
  hc::parallel_for_each(f.get_extent(), [=](hc::index<1> i) [[hc]] { f[i] = 1.0f; });
  CHECK(v[7] == 0x3f800000u && square(1, 3) == 0x3f800000u);
  hc::array_view<unsigned char> bytes = v.section(4, 4).reinterpret_as<unsigned char>();
  CHECK(bytes.get_extent()[0] == 16 && bytes[3] == 0x3f);
  std::vector<int> three(3);
  hc::array_view<int> t(3, three);
  CHECK_THROWS(t.reinterpret_as<double>(), hc::runtime_exception, "reinterpret_as: ");
  CHECK_THROWS(t.view_as(hc::extent<2>(2, 2)), hc::runtime_exception, "view_as: ");

  std::vector<char> small(100, 1);
  hc::array_view<char> c(100, small);
  hc::parallel_for_each(c.get_extent(), [=](hc::index<1> i) [[hc]] { c[i] = char(c[i] + i[0]); });
  CHECK(c[99] == 100);
}

// A projection of a temporary, a call with one subscript and a tiled index as subscript.
static void subscripts() {
  std::vector<int> data(64, 1);
  hc::array_view<int> v(64, data);
  hc::parallel_for_each(v.get_extent().tile(16),
                        [=](hc::tiled_index<1> t) [[hc]] { v(t) = v[t] + v(t.global[0]); });
  CHECK(v(63) == 2);
}

int main() {
  constructors();
  coherence();
  no_storage();
  sections();
  other_types();
  subscripts();
  return failures();
}
