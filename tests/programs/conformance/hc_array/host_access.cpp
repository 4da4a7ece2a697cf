// rows: hc.array.cpu_access_type
#include <cstring>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::array<int> a(4);
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = 7; });
  if (a.get_cpu_access_type() == hc::access_type_none) {
    CHECK(a.data() == nullptr);
    CHECK_THROWS(a[0] = 1, hc::runtime_exception, "The array is not accessible on CPU.");
    CHECK_THROWS(a(0) = 1, hc::runtime_exception, "The array is not accessible on CPU.");
  } else {
    CHECK(a[3] == 7 && a.data()[2] == 7);
    a[3] = 8;
    CHECK(std::vector<int>(a)[3] == 8);
  }
  hc::array_view<int> v(a);  // reaches every array
  v[1] = 5;
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] += 1; });
  CHECK(v[1] == 6);
  return failures();
}
