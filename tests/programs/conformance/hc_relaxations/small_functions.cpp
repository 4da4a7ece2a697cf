// rows: hc.rules.heap
#include <hc.hpp>

#include <cstdlib>
#include <functional>

#include "check.hpp"

// A std::function holds what is no larger than two pointers itself: no memory is taken.
int run(const std::function<int(int)>& f, int x) { return f(x); }

int main() {
  void* kept = std::malloc(16);  // on the CPU
  hc::array_view<int> v(8);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    std::function<int(int)> f;
    if (i[0] & 1) {
      f = [](int x) { return x + 1; };
    } else {
      f = [i](int x) { return x * 2 + i[0]; };
    }
    v[i] = run(f, 3);
  });
  for (int i = 0; i < 8; ++i) CHECK(v[i] == ((i & 1) ? 4 : 6 + i));
  std::free(kept);
  return failures();
}
