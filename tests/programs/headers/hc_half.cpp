// hc::half on both sides: parameters, overloads by restriction, arithmetic, conversions.
#include <hc.hpp>
#include <vector>

#include "check.hpp"

static hc::half scaled(hc::half x) [[cpu]] { return x * hc::half(10); }
static hc::half scaled(hc::half x) [[hc]] { return x * hc::half(100); }
static hc::half sum(const hc::half& a, hc::half b) [[cpu, hc]] { return a + b; }

struct Pair {
  hc::half first, second;
};

int main() {
  std::vector<hc::half> data(100, hc::half(1.5f));
  hc::array_view<hc::half> v(100, data);
  const Pair pair{hc::half(0.25f), hc::half(0.5f)};
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = sum(scaled(v[i]), hc::half(i[0])) + pair.first * pair.second;
  });
  CHECK(float(v[0]) == 150.125f && float(v[99]) == 249.125f);
  CHECK(float(scaled(hc::half(2))) == 20.0f && float(sum(hc::half(2048), hc::half(1))) == 2048.0f);
  std::vector<float> wide(100);
  hc::array_view<float> w(100, wide);
  hc::parallel_for_each(w.get_extent(), [=](hc::index<1> i) [[hc]] {
    hc::half sum = 0;
    for (int k = 0; k < 4096; ++k) sum += hc::half(1);  // stays at 2048, where the spacing is 2
    w[i] = float(sum) + float(v[i]);
  });
  CHECK(w[0] == 2198.125f);
  return failures();
}
