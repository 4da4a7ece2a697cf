// rows: hc.copy.errors
// ptx: none
#include <cstring>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

int main() {
  std::vector<int> data(8);
  hc::array<int> a(8), small(4);
  hc::array_view<int> v(8, data);
  CHECK_THROWS(hc::copy(data.begin(), data.begin() + 4, a), hc::runtime_exception,
               "hc::copy: the sequence has fewer elements");
  CHECK_THROWS(hc::copy(data.begin(), data.begin(), v), hc::runtime_exception,
               "hc::copy: the sequence has fewer elements");
  CHECK_THROWS(hc::copy(a, small), hc::runtime_exception, "hc::copy: ");
  CHECK_THROWS(hc::copy_async(v, small).wait(), hc::runtime_exception, "hc::copy: ");
  hc::copy(small, a);
  std::vector<int> longer(12, 2);
  hc::copy(longer.begin(), longer.end(), a);
  CHECK(std::vector<int>(a)[7] == 2);
  return failures();
}
