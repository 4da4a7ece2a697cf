// rows: hc.parallel_for_each.extent, hc.std.cmath
// Complements beside greatest and least numbers, in loops that call functions of mathematics.
#include <hc.hpp>
#include <hc_math.hpp>

#include <algorithm>
#include <vector>

#include "check.hpp"

constexpr int items = 19, inputs = 96;

template <class T, class Step>
static void check_step(Step step) {
  std::vector<T> in(inputs), out(items);
  std::vector<float> values(items);
  for (int i = 0; i < inputs; ++i) in[i] = T(i * 7919 % 1013 - 500);
  hc::array_view<const T> a(inputs, in);
  hc::array_view<T> o(items, out);
  hc::array_view<float> f(items, values);
  hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> id) [[hc]] {
    float v = id[0] * 1.5f;
    for (int i = 0; i < id[0] + 3; ++i) {
      v = hc::precise_math::fmodf(v, 1.75f) + hc::precise_math::fmodf(v, 0.5f);
      f[id] = v;
      o[id] = step(o[id], a[(id[0] + i) % inputs]);
    }
  });
  o.synchronize();
  f.synchronize();
  for (int id = 0; id < items; ++id) {
    T now = 0;
    for (int i = 0; i < id + 3; ++i) now = step(now, in[(id + i) % inputs]);
    CHECK(out[id] == now);
  }
}

#define STEP(...)                                                            \
  {                                                                          \
    const auto step = [](auto x, auto y) [[cpu]][[hc]] { return __VA_ARGS__; }; \
    check_step<int>(step);                                                   \
    check_step<unsigned long long>(step);                                    \
  }

static void check_atomics() {
  std::vector<unsigned> out(32);
  std::vector<float> values(32);
  hc::array_view<unsigned> o(32, out);
  hc::array_view<float> f(32, values);
  hc::parallel_for_each(hc::extent<1>(32).tile(32), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static unsigned ts[96];
    const int l = t.local[0];
    for (int i = l; i < 96; i += 32) ts[i] = i * 77;
    t.barrier.wait();
    float v = l * 1.5f;
    for (int i = 0; i < 3; ++i) {
      v = hc::precise_math::fmodf(v, 1.75f) + hc::precise_math::fmodf(v, 0.5f);
      f[l] = v;
      hc::atomic_fetch_max(&ts[l * 3], ~ts[l * 3 + i]);
      t.barrier.wait();
    }
    o[l] = ts[l * 3];
  });
  o.synchronize();
  for (unsigned l = 0; l < 32; ++l) {
    const unsigned first = std::max(l * 3 * 77, ~(l * 3 * 77));
    CHECK(out[l] == std::max({first, ~((l * 3 + 1) * 77), ~((l * 3 + 2) * 77)}));
  }
}

int main() {
  STEP(std::max(x, decltype(x)(~y)))
  STEP(decltype(x)(~std::min(x, y)))
  STEP(decltype(x)(std::max(x, y) ^ ~(y >> 2)))
  STEP(decltype(x)(std::max(~x, ~y) << 3))
  STEP(decltype(x)(~y * (x > y ? x : y)))
  STEP(decltype(x)(~(x & std::min(x, y))))
  check_atomics();
  return failures();
}
