// hc::specialized: each type, several values one after another, two kernels, tiles and kernels that change
// them.
#include <hc.hpp>
#include <hc_specialized.hpp>

#include "check.hpp"

enum class Mode : unsigned char { sum, product };

template <class T>
void test_value(T first, T second) {
  hc::array_view<T> out(3);
  for (T value : {first, second, first}) {
    const hc::specialized<T> known(value);
    hc::parallel_for_each(out.get_extent(), [=](hc::index<1> i) [[hc]] { out[i] = known; });
    CHECK(out[0] == value && out[2] == value);
    CHECK(known.get() == value && T(known) == value);
  }
}

// The loop is unrolled where the value is a constant.
static void test_loop() {
  hc::array_view<int> out(100);
  for (int taps : {1, 4, 7}) {
    const auto count = hc::make_specialized(taps);
    const hc::specialized<Mode> mode(taps == 4 ? Mode::product : Mode::sum);
    hc::parallel_for_each(out.get_extent().tile(32), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static int shared[32];
      shared[t.local[0]] = t.global[0];
      t.barrier.wait();
      int result = mode == Mode::sum ? 0 : 1;
      for (int k = 0; k < count; ++k) {
        const int other = shared[(t.local[0] + k) % 32];
        result = mode == Mode::sum ? result + other : result * (other % 3 + 1);
      }
      if (t.global[0] < 100) out[t.global] = result;
    });
    int expected = taps == 4 ? 1 : 0;
    for (int k = 0; k < taps; ++k) expected = taps == 4 ? expected * ((40 + k) % 3 + 1) : expected + 40 + k;
    CHECK(out[40] == expected);
  }
}

// What the kernel makes of its own copy is no longer what it was launched with.
static void test_changed() {
  hc::array_view<int> out(4);
  hc::specialized<int> value(5);
  hc::parallel_for_each(out.get_extent(), [=](hc::index<1> i) mutable [[hc]] {
    if (i[0] & 1) value = hc::specialized<int>(i[0]);
    out[i] = value;
  });
  CHECK(out[0] == 5 && out[1] == 1 && out[2] == 5 && out[3] == 3);
}

struct Scale {
  hc::specialized<float> by;
  float operator()(float x) const [[cpu, hc]] { return x * by; }
};

static void test_member() {
  hc::array_view<float> out(4);
  const Scale scale{hc::specialized<float>(1.5f)};
  hc::parallel_for_each(out.get_extent(), [=](hc::index<1> i) [[hc]] { out[i] = scale(float(i[0])); });
  CHECK(out[2] == 3 && scale(2) == 3);
}

static void test_graph() {
  hc::array_view<int> out(4);
  const hc::accelerator_view view = hc::accelerator().get_default_view();
  hc::task_graph step;
  const hc::specialized<int> count(6);
  {
    auto recording = step.record(view);
    hc::parallel_for_each(view, out.get_extent(), [=](hc::index<1> i) [[hc]] {
      for (int k = 0; k < count; ++k) out[i] += 1;
    });
  }
  for (int run = 0; run < 3; ++run) step.launch();
  CHECK(out[3] == 18);
}

int main() {
  test_value<bool>(true, false);
  test_value<signed char>(-3, 100);
  test_value<unsigned short>(7, 65535);
  test_value<int>(-1, 12345678);
  test_value<float>(0.1f, -3.5e30f);
  test_value<long long>(-5000000000ll, 1);
  test_value<double>(0.1, -1e300);
  test_loop();
  test_changed();
  test_member();
  test_graph();
  constexpr hc::specialized<int> fixed(3);
  static_assert(fixed == 3 && sizeof fixed == sizeof(int), "a value on the host");
  return failures();
}
