// rows: amp.5.1.reinterpret_as
#include <amp.h>

#include <cstring>
#include <vector>

#include "check.hpp"

using namespace concurrency;

struct Pair {
  int first, second;
};

int main() {
  const std::vector<int> data = {0x3f800000, 0x40000000, 0x40400000, 0x40800000, 1, 2};
  array<int, 1> a(6, data.begin());
  array_view<float, 1> floats = a.reinterpret_as<float>();
  CHECK(floats.extent[0] == 6 && floats[1] == 2.0f && floats[3] == 4.0f);
  array<int, 2> b(2, 3, data.begin());
  array_view<Pair, 1> pairs = b.reinterpret_as<Pair>();
  CHECK(pairs.extent[0] == 3 && pairs[2].second == 2);
  const array<int, 1>& constant = a;
  array_view<const float, 1> read_only = constant.reinterpret_as<float>();
  CHECK(read_only[0] == 1.0f);
  array<int, 1> odd(3);
  CHECK_THROWS(odd.reinterpret_as<Pair>(), runtime_exception, "");
  array_view<float, 1> doubled(4);
  parallel_for_each(
      doubled.extent,
      [&a, doubled ](index<1> i) restrict(amp) { doubled[i] = 2 * a.reinterpret_as<float>()[i]; });
  CHECK(doubled[3] == 8.0f);
  return failures();
}
