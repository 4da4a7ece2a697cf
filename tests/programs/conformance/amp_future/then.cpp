// rows: amp.3.3.then
#include <amp.h>

#include <atomic>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::atomic<int> calls{0}, copied{0};
  std::vector<int> data(100, 4);
  array<int, 1> a(100);
  {
    completion_future done = copy_async(data.begin(), a);
    done.then([&] { ++calls; });
    done.then([&] { calls += 10; });
    completion_future marker = a.accelerator_view.create_marker();
    marker.then([&] {
      std::vector<int> out = a;
      copied = out[99];
    });
  }  // waits for the functions
  CHECK(calls == 11 && copied == 4);
  completion_future().then([&] { ++calls; });
  return failures();
}
