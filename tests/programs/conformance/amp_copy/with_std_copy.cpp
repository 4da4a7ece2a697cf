// rows: amp.5.3.overloads
#include <amp.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "check.hpp"

using namespace concurrency;

using namespace std;

int main() {
  std::vector<int> data = {1, 2, 3, 4}, other(4), back(4);
  concurrency::array<int, 1> a(4);
  array_view<int, 1> v(4, other);
  copy(data.begin(), data.end(), a);  // Concurrency's
  copy(a, v);
  v.synchronize();
  copy(other.begin(), other.end(), back.begin());  // std's
  CHECK(back == data);
  copy(data.begin(), data.end(), v);
  copy(v, back.begin());
  CHECK(back == data);
  return failures();
}
