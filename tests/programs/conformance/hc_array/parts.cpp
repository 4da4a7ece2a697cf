// rows: hc.array.section, hc.array.projection, hc.array.views
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
  const std::vector<int> data = numbers(64);
  hc::array<int, 2> a(8, 8, data.begin());
  hc::array_view<int, 2> s = a.section(2, 3, 4, 4);
  CHECK(s(3, 3) == 46 && a.section(hc::index<2>(6, 6))(1, 1) == 63 &&
        a.section(hc::extent<2>(2, 2)).get_extent()[1] == 2);
  CHECK(s.get_offset() == 19 && s.get_index_base() == hc::index<2>(2, 3) && a.get_offset() == 0);
  CHECK(s.internal() == a.internal() && a.get_index_base() == hc::index<2>());
  hc::array_view<int> row = a[3];
  CHECK(row[7] == 31 && a(4)[0] == 32);
  CHECK_THROWS(a.section(6, 6, 4, 4), hc::runtime_exception, "array_view::section: ");
  CHECK_THROWS(a.section(0, 0, 0, 4), hc::runtime_exception, "array_view::section: ");
  hc::array<float> f(4);
  hc::parallel_for_each(f.get_extent(), [&](hc::index<1> i) [[hc]] { f[i] = 2.0f; });
  CHECK(f.reinterpret_as<unsigned>()[3] == 0x40000000u && f.view_as(hc::extent<2>(2, 2))(1, 1) == 2.0f);
  CHECK_THROWS(hc::array<int>(3).reinterpret_as<double>(), hc::runtime_exception, "reinterpret_as: ");
  CHECK_THROWS(f.view_as(hc::extent<1>(5)), hc::runtime_exception, "view_as: ");
  return failures();
}
