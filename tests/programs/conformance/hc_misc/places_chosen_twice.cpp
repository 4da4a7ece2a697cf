// rows: hc.parallel_for_each.extent
// Objects are copied from and to places that questions choose one after the other.
#include <hc.hpp>

#include <cstdint>
#include <vector>

#include "check.hpp"

struct One {
  std::int64_t a;
  int b[3];
};
struct Whole {
  std::uint8_t tag;
  One one;
  One more[2];
};

static std::uint64_t digest(const Whole& whole) [[cpu, hc]] {
  std::uint64_t sum = 0;
  for (const One* each : {&whole.one, &whole.more[0], &whole.more[1]}) sum = sum * 31 + each->a + each->b[1];
  return sum;
}

static std::uint64_t copied(unsigned asked, int i) [[cpu, hc]] {
  Whole x = {}, y = {};
  x.one.a = i;
  y = x;
  x.one.b[1] = 5;
  One* const at = asked & 2 ? &y.one : &y.more[1];
  *at = asked & 4 ? x.one : *at;
  y.more[0] = asked & 8 ? x.one : *at;
  return digest(y);
}

int main() {
  const int n = 100;
  for (unsigned asked = 0; asked < 16; ++asked) {
    std::vector<std::uint64_t> results(n);
    hc::array_view<std::uint64_t> view(n, results);
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { view[i] = copied(asked, i[0]); });
    view.synchronize();
    for (int i = 0; i < n; ++i) CHECK(results[i] == copied(asked, i));
  }
  return failures();
}
