// rows: hc.coordinate.bounds
// ptx: none
#include <coordinate>

#include "check.hpp"

static_assert(std::bounds<2>().size() == 0, "a literal type");

int main() {
  std::bounds<3> box{2, 3, 4};
  CHECK(box.size() == 24 && box[1] == 3);
  CHECK(box.contains({0, 0, 0}) && box.contains({1, 2, 3}));
  CHECK(!box.contains({2, 0, 0}) && !box.contains({0, -1, 0}) && !box.contains({0, 0, 4}));
  const std::offset<3> step{1, 1, 1};
  CHECK(box + step == (std::bounds<3>{3, 4, 5}) && step + box == box + step);
  CHECK(box - step == (std::bounds<3>{1, 2, 3}) && box * 2 == 2 * box && box * 2 / 2 == box);
  box += step;
  box -= step * 2;
  box *= 4;
  box /= 2;
  CHECK(box == (std::bounds<3>{2, 4, 6}) && box != (std::bounds<3>{2, 4, 5}));
  const std::bounds<1> line = 5;
  CHECK(line.size() == 5 && line.end() - line.begin() == 5);
  return failures();
}
