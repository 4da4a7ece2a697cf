// rows: amp.5.1.containers
#include <amp.h>

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<array<int, 1>> arrays;
  for (int n = 1; n <= 5; ++n) arrays.emplace_back(n);
  for (array<int, 1>& a : arrays)
    parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] = i[0] + a.extent[0]; });
  arrays.erase(arrays.begin() + 1);
  CHECK(arrays.size() == 4 && std::vector<int>(arrays[1])[2] == 5 && std::vector<int>(arrays[3])[4] == 9);
  std::map<int, array<float, 2>> by_number;
  by_number.emplace(3, array<float, 2>(2, 2));
  array<float, 2>& inside = by_number.at(3);
  parallel_for_each(inside.extent, [&](index<2> i) restrict(amp) { inside[i] = 1.5f; });
  CHECK(std::vector<float>(inside)[3] == 1.5f);
  std::unique_ptr<array<int, 1>> owned(new array<int, 1>(3));
  array<int, 1>& reference = *owned;
  parallel_for_each(reference.extent, [&](index<1> i) restrict(amp) { reference[i] = 4; });
  std::swap(arrays[0], reference);
  CHECK(arrays[0].extent[0] == 3 && owned->extent[0] == 1 && std::vector<int>(arrays[0])[2] == 4);
  return failures();
}
