// rows: hc.completion_future.copies
#include <hc.hpp>
#include <map>
#include <vector>

#include "check.hpp"

int main() {
  hc::array<int> a(100);
  std::vector<hc::completion_future> futures(3);
  for (int n = 0; n < 5; ++n)
    futures.push_back(hc::parallel_for_each(a.get_extent(), [&a](hc::index<1> i) [[hc]] { a[i] += 1; }));
  std::map<int, hc::completion_future> by_number;
  by_number[3] = futures[3];
  futures.erase(futures.begin());
  for (hc::completion_future& f : futures) f.wait();
  CHECK(by_number[3].is_ready() && !futures[0].valid() && futures[2].valid() && std::vector<int>(a)[99] == 5);
  return failures();
}
