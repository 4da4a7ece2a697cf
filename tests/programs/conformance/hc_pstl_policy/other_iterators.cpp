// rows: hc.pstl.other_iterators
// ptx: none
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <memory>
#include <set>
#include <string>

#include "pstl_check.hpp"

int main() {
  std::list<int> nodes(100, 2);
  std::forward_list<float> single(50, 0.5f);
  std::deque<long> blocks(100, 3);
  CHECK(reduce(par, nodes.begin(), nodes.end()) == 200);
  CHECK(reduce(par_vec, single.begin(), single.end(), 1.0) == 26.0);
  for_each(par, blocks.begin(), blocks.end(), [](long& e) { ++e; });
  CHECK(count(par, blocks.begin(), blocks.end(), 4L) == 100);
  std::vector<int> out;
  transform(par, nodes.begin(), nodes.end(), std::back_inserter(out), [](int e) { return e + 1; });
  CHECK(out.size() == 100 && out[99] == 3);
  std::set<int> unique_values;
  copy(par, out.begin(), out.end(), std::inserter(unique_values, unique_values.end()));
  CHECK(unique_values.size() == 1);
  std::vector<bool> bits(100, false);
  fill(par, bits.begin(), bits.end(), true);
  CHECK(all_of(par, bits.begin(), bits.end(), [](bool b) { return b; }));
  std::vector<std::string> words = {"pear", "fig", "plum", "nut", "date", "kiwi",
                                    "lime", "pea", "bean", "oat", "rye"};
  sort(par, words.begin(), words.end());
  CHECK(words.front() == "bean" && words.back() == "rye");
  CHECK(reduce(par, words.begin(), words.begin() + 2, std::string()) == "beandate");
  std::vector<std::unique_ptr<int>> owners(20);
  generate(par, owners.begin(), owners.end(), [] { return std::unique_ptr<int>(new int(4)); });
  CHECK(*owners[19] == 4);
  inclusive_scan(par, out.rbegin(), out.rend(), out.rbegin());
  CHECK(out[0] == 300 && out[99] == 3);
  return failures();
}
