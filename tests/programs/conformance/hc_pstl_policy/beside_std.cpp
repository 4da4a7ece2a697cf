// rows: hc.pstl.names
#include <algorithm>
#include <experimental/algorithm>
#include <experimental/numeric>
#include <numeric>
#include <vector>

#include "check.hpp"

using namespace std;
using namespace std::experimental::parallel;

int main() {
  vector<int> v(1000), w(1000);
  iota(v.begin(), v.end(), 0);
  copy(v.begin(), v.end(), w.begin());
  sort(v.begin(), v.end(), greater<int>());
  CHECK(v[0] == 999);
  sort(par, v.begin(), v.end());
  CHECK(v == w);
  CHECK(reduce(par, v.begin(), v.end()) == accumulate(v.begin(), v.end(), 0));
  CHECK(inner_product(par, v.begin(), v.end(), w.begin(), 0) ==
        inner_product(v.begin(), v.end(), w.begin(), 0));
  transform(par, v.begin(), v.end(), w.begin(), v.begin(), minus<>());
  CHECK(count(v.begin(), v.end(), 0) == 1000 && count(par, v.begin(), v.end(), 0) == 1000);
  CHECK(min_element(par, w.begin(), w.end()) == min_element(w.begin(), w.end()));
  CHECK(equal(par, v.begin(), v.end(), v.begin()) && !equal(v.begin(), v.end(), w.begin()));
  fill(v.begin(), v.end(), 1);
  fill(par, w.begin(), w.end(), 1);
  CHECK(v == w);
  vector<int> taken = move(v);
  CHECK(taken.size() == 1000 && experimental::gcd(12, 18) == 6);
  return failures();
}
