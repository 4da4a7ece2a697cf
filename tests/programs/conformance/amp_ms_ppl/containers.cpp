// rows: amp.ms.ppl.containers
#include <amp.h>
#include <concurrent_priority_queue.h>
#include <concurrent_queue.h>
#include <concurrent_unordered_map.h>
#include <concurrent_unordered_set.h>
#include <concurrent_vector.h>
#include <ppl.h>

#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  concurrent_vector<int> vector;
  concurrent_queue<int> queue;
  parallel_for(0, 1000, [&](int i) {
    vector.push_back(i);
    queue.push(i);
  });
  CHECK(vector.size() == 1000 && std::accumulate(vector.begin(), vector.end(), 0) == 499500);
  int sum = 0, value = 0;
  while (queue.try_pop(value)) sum += value;
  CHECK(sum == 499500 && queue.empty() && vector[999] >= 0);

  concurrent_unordered_map<int, std::string> map;
  concurrent_unordered_multimap<int, int> several;
  concurrent_unordered_set<int> set;
  concurrent_unordered_multiset<int> bag;
  concurrent_priority_queue<int> heap;
  parallel_for(0, 1000, [&](int i) {
    map[i % 100] = "text";
    const auto made = map.insert(std::make_pair(100 + i, std::string("more")));
    if (!made.second || made.first->second != "more" || map.find(i % 100) == map.end()) set.insert(-1);
    several.insert(std::make_pair(i % 10, i));
    set.insert(i % 7);
    bag.insert(i % 7);
    heap.push(i);
    for (const int item : set) {
      if (item > 7) set.insert(-1);
    }
  });
  CHECK(map.size() == 1100 && map.at(3) == "text" && map.count(2000) == 0 && several.count(3) == 100);
  CHECK(set.size() == 7 && set.count(-1) == 0 && bag.size() == 1000 && heap.size() == 1000);
  int total = 0;
  for (auto i = set.begin(); i != set.end(); ++i) total += *i;
  CHECK(total == 21 && set.unsafe_erase(3) == 1 && set.find(3) == set.end());
  CHECK(heap.try_pop(value) && value == 999 && heap.try_pop(value) && value == 998);

  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
