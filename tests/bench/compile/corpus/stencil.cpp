// C++ AMP over two dimensions, with a function of both restrictions.
#include <amp.h>

#include <utility>
#include <vector>

using namespace concurrency;

static float blend(float centre, float around, float rate) restrict(cpu, amp) {
  return centre + rate * (0.25f * around - centre);
}

void relax(std::vector<float>& field, int rows, int columns, int steps) {
  std::vector<float> other(field);
  array_view<float, 2> a(rows, columns, field), b(rows, columns, other);
  for (int step = 0; step < steps; ++step) {
    parallel_for_each(
        a.extent, [=](index<2> i) restrict(amp) {
          const int y = i[0], x = i[1];
          if (y == 0 || x == 0 || y == rows - 1 || x == columns - 1) return;
          b[i] = blend(a(y, x), a(y - 1, x) + a(y + 1, x) + a(y, x - 1) + a(y, x + 1), 0.9f);
        });
    std::swap(a, b);
  }
  a.synchronize();
}
