// rows: hc.completion_future.then
#include <atomic>
#include <hc.hpp>

#include "check.hpp"

int main() {
  std::atomic<int> calls{0}, second{0}, nested{0};
  hc::array<int> a(16);
  {
    hc::completion_future f = hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = 1; });
    f.then([&] {
      ++calls;
      hc::array<int> b(16);  // on this thread's own default view
      hc::parallel_for_each(b.get_extent(), [&b](hc::index<1> i) [[hc]] { b[i] = 2; }).then([&nested] {
        ++nested;
      });
    });
    f.then([&] { ++second; });  // only the first one counts
  }  // waits for the function
  CHECK(calls == 1 && second == 0 && nested == 1);
  return failures();
}
