// rows: hc.programs.whole
#include <hc.hpp>
#include <memory>
#include <vector>
struct deep {
  struct {
    int a[3];
    struct {
      float f;
    } in;
  } s;
  unsigned b : 5;
  unsigned c : 9;
};
int main() {
  using namespace hc;
  array_view<int> v(32);
  int base = 4;
  deep d = {{{1, 2, 3}, {2.5f}}, 17, 300};
  int plain[4] = {5, 6, 7, 8};
  auto owner = std::make_unique<int>(9);
  parallel_for_each(v.get_extent(), [v, k = base * 2, q = *owner](index<1> i) [[hc]] { v[i] = k + q; });
  if (v[3] != 17) return 1;
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] {
    v[i] = plain[i[0] & 3] + d.s.a[2] + int(d.s.in.f * 2) + d.b + d.c;
  });
  if (v[1] != 6 + 3 + 5 + 17 + 300) return 2;
  parallel_for_each(v.get_extent(), [=](index<1> i) mutable [[hc]] {
    base += i[0];
    v[i] = base;
  });
  if (v[5] != 9 || base != 4) return 3;
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] {
    auto inner = [&](int x) {
      auto in2 = [=, &x] { return x + base; };
      return in2() * 2;
    };
    int acc = 0;
    auto add = [&acc](int x) { acc += x; };
    for (int k = 0; k < 3; ++k) add(k);
    v[i] = inner(i[0]) + acc;
  });
  if (v[5] != 21) return 4;
  const auto& ref = v;
  auto kernel = [=](index<1> i) [[hc]] { ref[i] -= 1; };
  parallel_for_each(extent<1>(32), kernel);
  auto copy_of = kernel;
  parallel_for_each(extent<1>(32), copy_of).wait();
  if (v[5] != 19) return 5;
  parallel_for_each(extent<1>(1), [] [[hc]] {}).wait();
  parallel_for_each(extent<1>(1), [](index<1>) [[hc]] -> void {}).wait();
  parallel_for_each(extent<1>(32), [=](const index<1>& i) __attribute__((hc)) { v[i] = 1; });
  parallel_for_each(extent<1>(32), [=](index<1> i) __HC__ __CPU__ { v[i] += 1; });
  parallel_for_each(extent<1>(32), [=] [[hc]] (index<1> i) { v[i] += 1; });
  return v[31] == 3 ? 0 : 6;
}
