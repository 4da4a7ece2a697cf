// rows: amp.5.1.iterator_constructors
#include <amp.h>

#include <cstring>
#include <deque>
#include <iterator>
#include <list>
#include <sstream>
#include <vector>

#include "check.hpp"

using namespace concurrency;

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  const std::vector<int> data = numbers(12);
  const std::list<int> list(data.begin(), data.end());
  const std::deque<int> deque(data.begin(), data.end());
  const int plain[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  std::istringstream text("0 1 2 3 4 5 6 7 8 9 10 11");
  array<int, 2> a(extent<2>(3, 4), list.begin(), list.end()), b(extent<2>(3, 4), deque.begin());
  array<int> c(12, plain), d(12, plain, plain + 12);
  array<int> e(12, std::istream_iterator<int>(text), std::istream_iterator<int>());
  CHECK(std::vector<int>(a) == data && std::vector<int>(b) == data && std::vector<int>(c) == data);
  CHECK(std::vector<int>(d) == data && std::vector<int>(e) == data);
  CHECK_THROWS((array<int>(13, data.begin(), data.end())), runtime_exception, "");
  CHECK_THROWS((array<int>(13, list.begin(), list.end())), runtime_exception, "");
  return failures();
}
