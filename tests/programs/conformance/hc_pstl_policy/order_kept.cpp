// rows: hc.pstl.inclusive_scan, hc.pstl.exclusive_scan
#include "pstl_check.hpp"

// 2 x 2 matrices modulo 2^32: their product does not commute.
struct Matrix {
  unsigned a, b, c, d;
  friend bool operator==(const Matrix& x, const Matrix& y) {
    return x.a == y.a && x.b == y.b && x.c == y.c && x.d == y.d;
  }
};

struct Product {
  Matrix operator()(const Matrix& x, const Matrix& y) const {
    return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
  }
};

int main() {
  for (const int length : lengths) {
    const std::vector<int> v = numbers<int>(length);
    std::vector<Matrix> in, want, got(length);
    for (int e : v) in.push_back({unsigned(e), 1, unsigned(e + 2), 3});
    Matrix product{1, 2, 3, 5};
    for (const Matrix& m : in) want.push_back(product = Product()(product, m));
    inclusive_scan(par, in.begin(), in.end(), got.begin(), Product(), Matrix{1, 2, 3, 5});
    CHECK(got == want);
    if (length > 0) {
      want.pop_back();
      want.insert(want.begin(), Matrix{1, 2, 3, 5});
    }
    exclusive_scan(par, in.begin(), in.end(), got.begin(), Matrix{1, 2, 3, 5}, Product());
    CHECK(got == want);
  }
  return failures();
}
