// rows: hc.pstl.function_objects
#include <hc.hpp>

#include "pstl_check.hpp"

int main() {
  std::vector<float> table(8);
  for (int i = 0; i < 8; ++i) table[i] = 10.0f * static_cast<float>(i);
  const hc::array_view<const float, 1> lookup(8, table);
  const std::vector<int> v = numbers<int>(3000);
  std::vector<float> out(3000);
  transform(par, v.begin(), v.end(), out.begin(), [=](int e) [[hc]] { return lookup[e]; });
  bool right = true;
  for (int i = 0; i < 3000; ++i) right &= out[i] == 10.0f * static_cast<float>(v[i]);
  CHECK(right);
  const float sum =
      transform_reduce(par, v.begin(), v.end(), [=](int e) { return lookup[e]; }, 0.0f, std::plus<>());
  float want = 0;
  for (int e : v) want += table[e];
  CHECK(sum == want);
  return failures();
}
