// rows: hc.array_view.views, hc.array.views, hc.array_view.constructors
// ptx: none
// Extents that numbers of 32 bits can't count: refused, or right. Views without a source need no memory.
#include <cstring>
#include <hc.hpp>

#include "check.hpp"

int main() {
  const hc::array_view<int> ints(1 << 30);
  CHECK_THROWS(ints.reinterpret_as<char>(), hc::runtime_exception, "Extent size too large.");
  CHECK(ints.section(0, 1 << 28).reinterpret_as<char>().get_extent()[0] == 1 << 30);
  CHECK_THROWS((hc::array_view<char, 3>(2, 65536, 65536)), hc::runtime_exception, "Extent size too large.");
  CHECK_THROWS((hc::array_view<char, 3>(hc::extent<3>(1, 1 << 15, 1 << 16))), hc::runtime_exception,
               "Extent size too large.");
  CHECK_THROWS((hc::array<char, 3>(hc::extent<3>(1, 65536, 65536))), hc::runtime_exception,
               "Extent size too large.");
  const int most = 2147483647;
  CHECK_THROWS((hc::array_view<double, 3>(most, 3, most / 3)), hc::runtime_exception,
               "Extent size too large.");
  CHECK_THROWS(ints.view_as(hc::extent<3>(0, 65536, 65536)), hc::runtime_exception, "Extent size too large.");

  const hc::array_view<char, 3> large(4, 1 << 15, (1 << 16) - 1);  // 8 GiB: rows and sections lie right
  const hc::array_view<char, 2> last = large[3];
  CHECK(last.get_extent() == hc::extent<2>(1 << 15, (1 << 16) - 1));
  CHECK_THROWS(last.get_offset(), hc::runtime_exception, "Extent size too large.");
  const hc::array_view<char, 3> part =
      large.section(hc::index<3>(3, 1, 2), hc::extent<3>(1, (1 << 15) - 1, 100));
  CHECK(part.get_index_base() == hc::index<3>(3, 1, 2));
  CHECK_THROWS(part[0][5].get_index_base(), hc::runtime_exception, "Extent size too large.");
  return failures();
}
