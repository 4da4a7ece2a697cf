// rows: amp.7.extent
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

// Every index of the extent is visited once, with the index that it names.
int main() {
  const int sizes[] = {7, 11, 13};
  const extent<3> e(sizes);
  array<int, 3> visits(e, std::vector<int>(e.size()).begin());
  array<unsigned, 3> numbers(e);
  parallel_for_each(
      e, [=, &visits, &numbers](index<3> i) restrict(amp) {
        visits[i] += 1;
        unsigned number = 0;
        for (int d = 0; d < 3; ++d) number = number * unsigned(e[d]) + unsigned(i[d]);
        numbers[i] = number;
      });
  const std::vector<int> counts = visits;
  const std::vector<unsigned> seen = numbers;
  for (unsigned n = 0; n < e.size(); ++n) CHECK(counts[n] == 1 && seen[n] == n);
  return failures();
}
