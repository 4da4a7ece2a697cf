// rows: hc.half.promotion
#include <hc.hpp>
#include <hc_math.hpp>

#include "maths.hpp"

template <class T>
struct Name {
  static constexpr int value = 0;
};
template <>
struct Name<hc::half> {
  static constexpr int value = 16;
};
static int chosen(hc::half) [[cpu, hc]] { return 16; }
static int chosen(float) [[cpu, hc]] { return 32; }
static int chosen(double) [[cpu, hc]] { return 64; }

int main() {
  static_assert(Name<hc::half>::value == 16 && Name<float>::value == 0, "a type of its own");
  static_assert(std::is_same<decltype(hc::half() + 1.0f), float>::value, "the wider type");
  static_assert(std::is_same<decltype(hc::half() * 1.0), double>::value, "the wider type");
  hc::array_view<float> out(5);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    const hc::half h = 1.5f;
    out[0] = float(chosen(h) + chosen(1.0f) + chosen(1.0));
    out[1] = h * 2.5f;
    out[2] = float(int(h * hc::half(3)));
    out[3] = hc::fast_math::sqrt(hc::half(4)) + sqrt(hc::half(9));
    hc::half sum = 0;
    for (int i = 0; i < 4096; ++i) sum += hc::half(1);
    out[4] = sum;
  });
  CHECK(out[0] == 112 && out[1] == 3.75f && out[2] == 4 && out[3] == 5);
  CHECK(out[4] == 2048);  // where one more no longer changes it: rounded after each addition
  return failures();
}
