// rows: amp.ms.ppl.containers
#include <amp.h>
#include <concurrent_queue.h>
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
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
