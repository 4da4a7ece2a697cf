// rows: hc.array_view.section, hc.array_view.projection, hc.array_view.views
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
  std::vector<int> data = numbers(120);
  hc::array_view<int, 3> v(4, 5, 6, data);
  hc::array_view<int, 3> s = v.section(hc::index<3>(1, 1, 1), hc::extent<3>(2, 3, 4)),
                         t = s.section(1, 1, 1, 1, 2, 3);
  CHECK(s(0, 0, 0) == 37 && t(0, 1, 2) == 2 * 30 + 3 * 6 + 4 && t.get_index_base() == hc::index<3>(2, 2, 2));
  hc::array_view<int, 2> plane = s[1];
  hc::array_view<int> row = plane[2];
  CHECK(plane.get_extent() == hc::extent<2>(3, 4) && row[3] == 60 + 18 + 4);
  hc::parallel_for_each(s.get_extent(), [=](hc::index<3> i) [[hc]] { s[i] = -1; });
  v.synchronize();
  int changed = 0;
  for (int value : data) changed += value == -1;
  CHECK(changed == 24);
  std::vector<int> out(24);
  hc::copy(s, out.begin());
  CHECK(out[0] == -1 && out[23] == -1);
  hc::array_view<int> flat(120, data);
  CHECK(flat.view_as(hc::extent<2>(10, 12))(9, 11) == 119 &&
        flat.reinterpret_as<short>().get_extent()[0] == 240);
  CHECK_THROWS(v.section(hc::index<3>(3, 3, 3), hc::extent<3>(2, 2, 2)), hc::runtime_exception,
               "array_view::section: ");
  CHECK_THROWS(v.section(hc::index<3>(), hc::extent<3>(1, 0, 1)), hc::runtime_exception, "array_view::section: ");
  CHECK_THROWS(flat.view_as(hc::extent<1>(121)), hc::runtime_exception, "view_as: ");
  return failures();
}
