// rows: hc.array.cpu_access_type
#include <cstring>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::array<int> a(4);
  hc::array<int, 2> m(2, 3);
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = 7; });
  CHECK(a.get_cpu_access_type() == hc::access_type_read_write);
  CHECK(a[3] == 7 && a.data()[2] == 7);
  a[3] = 8;
  CHECK(std::vector<int>(a)[3] == 8);
  a.data()[1] = 9;
  m(1, 2) = 3;
  m[0][1] = 4;
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] += m(1, 2) * m[0][1]; });
  const hc::array<int>& constant = a;
  CHECK(constant[0] == 19 && constant(1) == 21 && constant.data()[3] == 20);
  // Device memory, in which everything that the host wrote is current.
  const int* const pointer = a.accelerator_pointer();
  CHECK(pointer != nullptr);
  hc::parallel_for_each(m.get_extent(), [=, &m](hc::index<2> i) [[hc]] { m[i] = pointer[i[1]]; }).wait();
  CHECK(m(1, 1) == 21);
  hc::array<int> closed(4, hc::accelerator().get_default_view(), hc::access_type_none);
  CHECK(closed.data() == nullptr);
  CHECK_THROWS(closed[0] = 1, hc::runtime_exception, "The array is not accessible on CPU.");
  hc::array_view<int> v(a);  // reaches every array
  v[1] = 5;
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] += 1; });
  CHECK(v[1] == 6);
  return failures();
}
