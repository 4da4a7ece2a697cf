// rows: hc.array.element_types
#include <hc.hpp>
#include <vector>

#include "check.hpp"

struct Odd {
  char letters[3];
};

int main() {
  hc::array<char> bytes(100);
  hc::array<short> shorts(100);
  hc::array<bool> flags(100);
  hc::array<Odd> odd(100);
  hc::parallel_for_each(bytes.get_extent(), [&](hc::index<1> i) [[hc]] {
    bytes[i] = char(i[0]);
    shorts[i] = short(-i[0]);
    flags[i] = i[0] % 3 == 0;
    odd[i].letters[2] = char(i[0] + 1);
  });
  const std::vector<char> got = bytes;
  const std::vector<short> negative = shorts;
  std::vector<Odd> structures = odd;
  CHECK(got[99] == 99 && negative[99] == -99 && structures[50].letters[2] == 51);
  hc::array_view<bool> seen(flags);
  CHECK(seen[99] && !seen[98]);
  return failures();
}
