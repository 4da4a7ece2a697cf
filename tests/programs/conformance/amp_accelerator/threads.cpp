// rows: amp.3.2.threads
#include <amp.h>

#include <thread>
#include <vector>

#include "check.hpp"

using namespace concurrency;

static void work(int* result, int number) {
  array_view<int, 1> v(64, result);
  v.discard_data();
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = number * 100 + i[0]; });
  v.synchronize();
}

int main() {
  std::vector<int> results(4 * 64);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back(work, results.data() + t * 64, t);
  for (std::thread& thread : threads) thread.join();
  for (int t = 0; t < 4; ++t) CHECK(results[t * 64 + 63] == t * 100 + 63);
  return failures();
}
