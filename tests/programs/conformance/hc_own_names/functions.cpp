// rows: hc.language.own_names
#include <hc.hpp>

#include <vector>

#include "check.hpp"

using namespace hc;

// Names of hcpy's that hcc did not have: a program written for hcc may have its own.
template <class Iterator>
int when_all(Iterator first, Iterator last) {
  int count = 0;
  for (; first != last; ++first, ++count) first->wait();
  return count;
}
template <class... Futures>
int when_any(Futures...) {
  return 100 + sizeof...(Futures);
}

int main() {
  array_view<int> v(4);
  std::vector<completion_future> all;
  for (int n = 0; n < 3; ++n)
    all.push_back(parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] { v[i] += n; }));
  CHECK(when_all(all.begin(), all.end()) == 3);
  CHECK(when_any(all[0], all[1]) == 102 && when_any(1) == 101);
  CHECK(v[2] == 3);
  return failures();
}
