// rows: amp.7.extent
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

// Every index of the extent is visited once, with the index that it names.
int main() {
  const int sizes[] = {1000};
  const extent<1> e(sizes);
  array<int, 1> visits(e, std::vector<int>(e.size()).begin());
  array<unsigned, 1> numbers(e);
  parallel_for_each(
      e, [=, &visits, &numbers](index<1> i) restrict(amp) {
        visits[i] += 1;
        unsigned number = 0;
        for (int d = 0; d < 1; ++d) number = number * unsigned(e[d]) + unsigned(i[d]);
        numbers[i] = number;
      });
  const std::vector<int> counts = visits;
  const std::vector<unsigned> seen = numbers;
  for (unsigned n = 0; n < e.size(); ++n) CHECK(counts[n] == 1 && seen[n] == n);
  return failures();
}
