// rows: amp.10.6.to_iterator, amp.10.6.from_iterators, amp.10.6.sections
// ptx: none
#include <amp_graphics.h>

#include <iterator>
#include <list>
#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  std::vector<unorm_2> values;
  for (int k = 0; k < 6; ++k) values.push_back(unorm_2(k / 255.0f, 1.0f));
  texture<unorm_2, 2> t(2, 3, 8u);
  copy(values.begin(), values.end(), t);
  std::list<unorm_2> listed;
  copy(t, std::back_inserter(listed));
  CHECK(listed.size() == 6 && listed.back() == unorm_2(5 / 255.0f, 1.0f));
  unorm_2 column[2];
  copy(t, index<2>(0, 1), extent<2>(2, 1), column);
  CHECK(column[0] == values[1] && column[1] == values[4]);
  copy(column, column + 2, t, index<2>(1, 1), extent<2>(1, 2));
  std::vector<unorm_2> now(6);
  copy(texture_view<const unorm_2, 2>(t), now.begin());
  CHECK(now[3] == values[3] && now[4] == values[1] && now[5] == values[4]);
  texture_view<unorm_2, 2> v(t);
  copy(listed.begin(), listed.end(), v);
  copy(v, now.begin());
  CHECK(now == values);
  writeonly_texture_view<unorm_2, 2> w(t);
  copy(values.rbegin(), values.rend(), w);
  copy(t, now.begin());
  CHECK(now[0] == values[5] && now[5] == values[0]);
  return failures();
}
