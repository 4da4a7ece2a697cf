// rows: amp.3.3.to_task
#include <amp.h>
#include <ppltasks.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> data(50, 2), out(50);
  array<int, 1> a(50);
  concurrency::task<void> filled = copy_async(data.begin(), data.end(), a).to_task();
  concurrency::task<int> read = filled.then([&]() -> int {
    copy(a, out.begin());
    return out[49];
  });
  CHECK(read.get() == 2 && filled.is_done());
  int seen = 0;
  read.then([&](int value) { seen = value; })
      .then([&](concurrency::task<void> before) {
        before.wait();
        ++seen;
      })
      .wait();
  CHECK(seen == 3);
  return failures();
}
