// rows: hc.pstl.overlap
#include "pstl_check.hpp"

int main() {
  const std::vector<int> v = numbers<int>(5000);
  std::vector<int> w = v;
  CHECK(copy(par, w.begin() + 3, w.end(), w.begin()) == w.end() - 3);
  CHECK(std::equal(v.begin() + 3, v.end(), w.begin()));

  w = v;
  transform(par, w.begin() + 1, w.end(), w.begin(), [](int e) { return e + 1; });
  bool right = w[4999] == v[4999];
  for (int i = 0; i + 1 < 5000; ++i) right &= w[i] == v[i + 1] + 1;
  CHECK(right);

  w = v;
  transform(par, v.begin(), v.end(), w.begin(), w.begin(), std::plus<>());
  transform(par, w.begin(), w.end(), w.begin(), w.begin(), std::multiplies<>());
  for (int i = 0; i < 5000; ++i) right &= w[i] == 4 * v[i] * v[i];
  CHECK(right);

  w = v;
  exclusive_scan(par, w.begin() + 1, w.end(), w.begin(), 100);
  int sum = 100;
  for (int i = 0; i + 1 < 5000; ++i) {
    right &= w[i] == sum;
    sum += v[i + 1];
  }
  CHECK(right);

  w = v;
  CHECK(inner_product(par, w.begin(), w.end() - 1, w.begin() + 1, 0) ==
        std::inner_product(v.begin(), v.end() - 1, v.begin() + 1, 0));
  return failures();
}
