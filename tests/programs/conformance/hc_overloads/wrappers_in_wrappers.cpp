// rows: hc.language.pass_macros, hc.language.kernel_forms
#include <hc.hpp>

#include "check.hpp"

#ifdef __KALMAR_ACCELERATOR__  // the kernels are then named by their places
#endif

struct Device {
  template <class Function>
  static void run(int size, Function function) {
    hc::parallel_for_each(hc::extent<1>(size), [=](hc::index<1> i) [[hc]] { function(i[0]); }).wait();
  }
  template <class Function>
  void run_tiles(int size, Function function) const {
    hc::parallel_for_each(hc::extent<1>(size).tile(4), [=](hc::tiled_index<1> i) [[hc]] {
      function(i.global[0], i.local[0]);
    }).wait();
  }
};

template <class First, class Second>
void run_both(First first, Second second) {
  Device::run(8, first);
  Device::run(8, second);
  Device::run(8, [=](int i) [[hc]] {
    first(i);
    second(i);
  });
}

template <class T>
int of_a_type(T k) {
  hc::array_view<T> v(4);
  Device::run(4, [=](int i) [[hc]] { v[i] = k; });
  Device::run(2, [=](int i) [[hc]] { v[i] += k; });
  return static_cast<int>(v[0] * 10 + v[3]);
}

static int in_lambdas(int n) {
  hc::array_view<int> v(8);
  auto twice = [&](int k) {
    Device::run(8, [=](int i) [[hc]] { v[i] = k; });
    Device::run(8, [=](int i) [[hc]] { v[i] += 2 * k; });
    return v[0];
  };
  auto once = [&](int k) {
    Device::run(8, [=](int i) [[hc]] { v[i] = k * 100; });
    return v[1];
  };
  return n != 0 ? twice(n) : once(3);
}

int main() {
  hc::array_view<int> v(8);
  run_both([=](int i) [[hc]] { v[i] = i; }, [=](int i) [[hc]] { v[i] += 10; });
  CHECK(v[3] == 13);
  run_both([=](int i) [[hc]] { v[i] = 2 * i; }, [=](int i) [[hc]] { v[i] += 20; });
  CHECK(v[3] == 26);
  const Device device;
  device.run_tiles(8, [=](int at, int local) [[hc]] { v[at] = local; });
  device.run_tiles(8, [=](int at, int local) [[hc]] { v[at] += local * 10; });
  CHECK(v[7] == 33);
  CHECK(of_a_type(1) == 21 && of_a_type(1.5f) == 31);
  CHECK(in_lambdas(1) == 3 && in_lambdas(0) == 300);
  auto generic = [](auto to, auto k) {
    Device::run(8, [=](int i) [[hc]] { to[i] = k; });
    Device::run(8, [=](int i) [[hc]] { to[i] *= 2; });
  };
  generic(v, 4);
  CHECK(v[2] == 8);
  generic(v, 5L);
  CHECK(v[2] == 10);
  return failures();
}
