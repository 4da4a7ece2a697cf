// rows: hc.array.copy, hc.array.move
#include <cstring>
#include <hc.hpp>
#include <utility>
#include <vector>

#include "check.hpp"

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  const std::vector<int> data = numbers(10);
  hc::array<int> a(10, data.begin()), b(a), small(5), large(20);
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = -1; });
  CHECK(std::vector<int>(b) == data && std::vector<int>(a)[9] == -1);
  b.copy_to(large);
  CHECK(std::vector<int>(large)[9] == 9);
  CHECK_THROWS(b.copy_to(small), hc::runtime_exception, "hc::copy: ");
  hc::array<int> moved(std::move(b));
  a = std::move(moved);
  CHECK(std::vector<int>(a) == data);
  std::vector<hc::array<int>> several;
  for (int n = 1; n < 4; ++n) several.emplace_back(n);
  CHECK(several[2].get_extent()[0] == 3);
  return failures();
}
