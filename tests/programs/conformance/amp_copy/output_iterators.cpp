// rows: amp.5.3.to_iterator
#include <amp.h>

#include <iterator>
#include <list>
#include <sstream>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  const std::vector<float> data = {1.5f, 2.5f, 3.5f};
  array<float, 1> a(3, data.begin());
  std::vector<float> collected;
  copy(a, std::back_inserter(collected));
  CHECK(collected == data);
  std::list<double> list;
  copy_async(a, std::front_inserter(list)).wait();
  CHECK(list.front() == 3.5 && list.size() == 3);
  std::ostringstream text;
  copy(array_view<const float, 1>(a), std::ostream_iterator<float>(text, " "));
  CHECK(text.str() == "1.5 2.5 3.5 ");
  return failures();
}
