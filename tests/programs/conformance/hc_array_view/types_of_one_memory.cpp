// rows: hc.array_view.views
// A kernel writes by a view of one type and reads by a view of another: both are the same memory.
#include <cstring>
#include <hc.hpp>

#include "check.hpp"

static float number(unsigned word) {
  float x;
  std::memcpy(&x, &word, sizeof x);
  return x;
}

struct Pair {
  float first;
  int second;
};

int main() {
  constexpr int n = 24;
  hc::array_view<float, 1> all(n), results(n), members(n / 2);
  for (int i = 0; i < n; ++i) all[i] = float(i) + 1.0f;
  const hc::array_view<unsigned, 1> words = all.reinterpret_as<unsigned>();
  const hc::array_view<float, 2> grid = all.view_as(hc::extent<2>(4, n / 4));
  hc::parallel_for_each(all.get_extent(), [=](hc::index<1> i) [[hc]] {
    float x = grid(i[0] / 6, i[0] % 6);
    for (int k = 0; k < 3; ++k) {
      all[i] += x;
      words[i] ^= 5u;
      x = grid(i[0] / 6, i[0] % 6) - 1.0f;
    }
    results[i] = x;
  });
  for (int i = 0; i < n; ++i) {
    float own = float(i) + 1.0f, x = own;
    for (int k = 0; k < 3; ++k) {
      own += x;
      unsigned word;
      std::memcpy(&word, &own, sizeof word);
      own = number(word ^ 5u);
      x = own - 1.0f;
    }
    CHECK(results[i] == x && all[i] == own);
  }

  const hc::array_view<Pair, 1> pairs = all.reinterpret_as<Pair>();
  hc::parallel_for_each(pairs.get_extent(), [=](hc::index<1> i) [[hc]] {
    pairs[i].first = 2.0f;
    words[i[0] * 2] = 0x3f800000u;
    all[i[0] * 2 + 1] = 0.0f;
    pairs[i].second += 3;
    members[i] = pairs[i].first + float(words[i[0] * 2 + 1]);
  });
  for (int i = 0; i < n / 2; ++i) CHECK(members[i] == 4.0f);
  return failures();
}
