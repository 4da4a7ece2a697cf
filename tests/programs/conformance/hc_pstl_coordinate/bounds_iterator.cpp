// rows: hc.coordinate.bounds_iterator
// ptx: none
#include <algorithm>
#include <coordinate>
#include <experimental/algorithm>
#include <iterator>

#include "check.hpp"

int main() {
  const std::bounds<3> box{2, 3, 4};
  int next = 0;
  for (const std::offset<3> place : box) {
    CHECK(place[0] * 12 + place[1] * 4 + place[2] == next);
    ++next;
  }
  CHECK(next == 24);
  const auto first = begin(box), last = end(box);
  CHECK(last - first == 24 && first < last && last >= first && first + 24 == last && last - 24 == first);
  CHECK(*(first + 13) == (std::offset<3>{1, 0, 1}) && first[13] == *(13 + first));
  CHECK((first + 6)->rank == 3 && (*(first + 6))[1] == 1);
  auto walk = last;
  CHECK(*--walk == (std::offset<3>{1, 2, 3}) && *walk-- == (std::offset<3>{1, 2, 3}));
  CHECK(*walk == (std::offset<3>{1, 2, 2}) && *walk++ != *walk);
  walk -= 20;
  CHECK(walk - first == 3 && walk > first && walk <= first + 3);
  for (const std::bounds<2>& empty : {std::bounds<2>{0, 3}, std::bounds<2>{3, 0}, std::bounds<2>{}})
    CHECK(empty.begin() == empty.end());
  CHECK(std::count_if(first, last, [](const std::offset<3>& place) { return place[2] == 0; }) == 6);
  int sum = 0;
  std::experimental::parallel::for_each(
      std::experimental::parallel::seq, first, last,
      [&](const std::offset<3>& place) { sum += static_cast<int>(place[2]); });
  CHECK(sum == 36);
  return failures();
}
