// rows: hc.parallel_for_each.extent
// Loops that never end, which no work-item comes to, and one of which a compiler can't tell that it is never entered.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

int main() {
  constexpr int count = 64;
  for (int n : {0, 3}) {
    std::vector<int> out(count, 0);
    hc::array_view<int> view(count, out);
    hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] {
      if (n == 4)
        for (;;) hc::atomic_fetch_add(&view[i], 1);
      const unsigned odd = (i[0] * 7u + n) | 1;
      while ((odd * odd & 7) != 1) view[i] += 3;
      for (int k = 0; k < 3; ++k) {
        if (n == 5 + k) {
          while (true) {
            view[i] += k;
            if (n == 9)
              while (true) view[i] -= 2;
          }
        }
        view[i] += k + i[0];
      }
    });
    view.synchronize();
    for (int i = 0; i < count; ++i) CHECK(out[i] == 3 + 3 * i);
  }
  return failures();
}
