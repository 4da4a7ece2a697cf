// flags: -std=c++17
// hc::tuple in kernels and on the host, loops over elements, and loops over indices of any rank.
#include <hc.hpp>
#include <hc_loops.hpp>
#include <hc_tuple.hpp>
#include <type_traits>
#include <vector>

#include "check.hpp"

using Pair = hc::tuple<float, int>;
static_assert(std::is_trivially_copyable<Pair>::value && sizeof(Pair) == 8 && alignof(Pair) == 8, "a vector");
static_assert(alignof(hc::tuple<float, double>) == 8 && alignof(hc::tuple<char, char, char>) == 1,
              "no vector");
static_assert(hc::get<1>(hc::make_tuple(1, 2.5)) == 2.5, "known to the compiler");
static_assert(hc::make_tuple(1, 2) < hc::make_tuple(1, 3) && hc::make_tuple(1) != hc::make_tuple(2), "order");

static Pair least(Pair a, Pair b) [[cpu, hc]] { return b < a ? b : a; }

static void test_tuples() {
  hc::array_view<Pair> values(16), out(16);
  for (int i = 0; i < 16; ++i) values[i] = Pair(float((i * 7) % 5), i);
  const hc::tuple<int, double, char> captured(2, 0.5, 'c');
  hc::parallel_for_each(values.get_extent(), [=](hc::index<1> i) [[hc]] {
    const auto [number, factor, letter] = captured;
    auto [value, place] = least(values[i], values[(i[0] + 1) % 16]);
    Pair result(value * float(factor), place * number + (letter == 'c'));
    auto& [changed, same] = result;
    changed += hc::apply([](float a, int b) { return a + float(b); }, Pair(1, 2));
    hc::get<1>(result) += same == result.get<1>();
    out[i] = result;
  });
  for (int i = 0; i < 16; ++i) {
    const Pair lesser = least(values[i], values[(i + 1) % 16]);
    CHECK(out[i] == Pair(hc::get<0>(lesser) * 0.5f + 3, hc::get<1>(lesser) * 2 + 2));
  }
}

template <int N>
static void test_rank(hc::extent<N> e) {
  hc::array_view<float, N> a(e), b(e);
  hc::array_view<int, N> places(e);
  int number = 0;
  hc::for_each_index(e, [&](hc::index<N> i) { a[i] = float(number), b[i] = 2, places[i] = number++; });
  CHECK(number == int(e.size()));
  const float scale = 3;
  hc::for_each_element([=](float& y, float x, const int& k) [[hc]] { y = y * scale + x + float(k); }, a, b,
                       places);
  hc::for_each_element(hc::accelerator().get_default_view(), [](float& y) [[hc]] { y += 1; }, a).wait();
  int wrong = 0;
  hc::for_each_index(e, [&](hc::index<N> i) { wrong += a[i] != float(places[i] * 4 + 3); });
  CHECK(wrong == 0);
}

// A loop over neighbours within a kernel.
static void test_stencil() {
  hc::array_view<int, 2> in(8, 9), out(8, 9);
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 9; ++x) in(y, x) = y * 10 + x, out(y, x) = 0;
  hc::parallel_for_each(hc::extent<2>(6, 7), [=](hc::index<2> at) [[hc]] {
    int sum = 0;
    hc::for_each_index(hc::extent<2>(3, 3), [&](hc::index<2> k) { sum += in[at + k]; });
    out[at] = sum;
  });
  CHECK(out(0, 0) == 99 && out(5, 6) == 9 * 67);
}

int main() {
  test_tuples();
  test_rank(hc::extent<1>(37));
  test_rank(hc::extent<2>(5, 11));
  test_rank(hc::extent<3>(3, 4, 5));
  test_stencil();
  int empty = 0;
  hc::for_each_index(hc::extent<2>(3, 0), [&](hc::index<2>) { ++empty; });
  CHECK(empty == 0);
  hc::array_view<float> five(5), six(6);
  bool refused = false;
  try {
    hc::for_each_element([](float&, float) [[hc]] {}, five, six);
  } catch (const hc::runtime_exception&) {
    refused = true;
  }
  CHECK(refused);
  return failures();
}
