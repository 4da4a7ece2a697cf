// rows: hc.pstl.remove, hc.pstl.unique, hc.pstl.reverse, hc.pstl.rotate, hc.pstl.move
// ptx: none
#include <memory>

#include "pstl_check.hpp"

int main() {
  using Values = std::vector<int>;
  const Values v = {3, 3, 1, 2, 2, 2, 3, 0};
  const auto is_two = [](int e) { return e == 2; };
  Values w = v;
  w.erase(remove(par, w.begin(), w.end(), 3), w.end());
  CHECK((w == Values{1, 2, 2, 2, 0}));
  w.erase(remove_if(par, w.begin(), w.end(), is_two), w.end());
  CHECK((w == Values{1, 0}));
  Values out(8);
  CHECK(remove_copy(par, v.begin(), v.end(), out.begin(), 3) == out.begin() + 5 && out[4] == 0);
  CHECK(remove_copy_if(par, v.begin(), v.end(), out.begin(), is_two) == out.begin() + 5 && out[3] == 3);
  w = v;
  w.erase(unique(par, w.begin(), w.end()), w.end());
  CHECK((w == Values{3, 1, 2, 3, 0}));
  CHECK(unique_copy(par, v.begin(), v.end(), out.begin(), std::equal_to<>()) == out.begin() + 5);
  reverse(par, w.begin(), w.end());
  CHECK((w == Values{0, 3, 2, 1, 3}));
  CHECK(reverse_copy(par, w.begin(), w.end(), out.begin()) == out.begin() + 5 && out[0] == 3 && out[4] == 0);
  CHECK(rotate(par, w.begin(), w.begin() + 2, w.end()) == w.begin() + 3);
  CHECK((w == Values{2, 1, 3, 0, 3}));
  rotate_copy(par, w.begin(), w.begin() + 1, w.end(), out.begin());
  CHECK(out[0] == 1 && out[4] == 2);
  std::vector<std::unique_ptr<int>> owners, others(3);
  for (int i = 0; i < 3; ++i) owners.emplace_back(new int(i));
  move(par, owners.begin(), owners.end(), others.begin());
  CHECK(!owners[2] && *others[2] == 2);
  return failures();
}
