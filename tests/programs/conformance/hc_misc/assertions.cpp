// rows: hc.assert
#include <hc.hpp>

#include <cassert>
#include <string>

#include "capture.hpp"
#include "check.hpp"

static int half(int x) [[cpu, hc]] {
  assert(x % 2 == 0 && "odd");
  return x / 2;
}

int main() {
  hc::array_view<int> v(8);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    assert(i[0] < 8);
    v[i] = half(2 * i[0]);
  }).wait();
  for (int i = 0; i < 8; ++i) CHECK(v[i] == i && half(2 * i) == i);
  Capture output;
  CHECK_THROWS(
      hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = half(i[0] == 3 ? 3 : 10); })
          .wait(),
      hc::runtime_exception, "Assertion `x % 2 == 0 && \"odd\"' failed.");
  CHECK(output.text().find("assertions.cpp:11: ") != std::string::npos);
  CHECK(v[3] == 1 && v[4] == 5);  // the work-items go on
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = 1; }).wait();
  CHECK(v[7] == 1);
  return failures();
}
