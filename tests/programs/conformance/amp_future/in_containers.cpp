// rows: amp.3.3.members
#include <amp.h>

#include <deque>
#include <map>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  array<int, 1> a(20);
  const std::vector<int> data(20, 6);
  std::deque<completion_future> futures;
  for (int n = 0; n < 4; ++n) futures.push_back(copy_async(data.begin(), a));
  futures.pop_front();
  std::map<int, completion_future> by_number;
  by_number[1] = futures.front();
  for (const completion_future& one : futures) one.get();
  CHECK(by_number[1].valid() && !by_number[2].valid());
  CHECK(std::vector<int>(a)[19] == 6);
  return failures();
}
