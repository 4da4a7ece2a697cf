// rows: hc.pstl.contiguous
#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "pstl_check.hpp"

int main() {
  static int raw[300];
  for (int i = 0; i < 300; ++i) raw[i] = 299 - i;
  sort(par, raw, raw + 300);
  CHECK(raw[0] == 0 && raw[299] == 299);
  const int* const constant = raw;
  CHECK(reduce(par, constant, constant + 300) == 300 * 299 / 2);

  std::array<short, 100> fixed;
  fill(par, fixed.begin(), fixed.end(), 3);
  CHECK(reduce(par, fixed.cbegin(), fixed.cend(), 0) == 300);

  std::string text(100, 'b');
  text[70] = 'a';
  sort(par, text.begin(), text.end());
  CHECK(text == "a" + std::string(99, 'b'));

  std::vector<std::pair<int, float>> pairs(400);
  for (int i = 0; i < 400; ++i) pairs[i] = {i % 7, 400.0f - static_cast<float>(i)};
  std::vector<std::pair<int, float>> want = pairs;
  std::sort(want.begin(), want.end());
  sort(par, pairs.begin(), pairs.end());
  CHECK(pairs == want);

  bool flags[50] = {};
  fill_n(par, flags, 20, true);
  CHECK(count(par, flags, flags + 50, true) == 20);
  return failures();
}
