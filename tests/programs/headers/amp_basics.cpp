// C++ AMP: <cstring> beside `using namespace`, property syntax, array_view, array, functions with restrict.
#include <amp.h>
#include <strings.h>

#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

static int twice(int x) restrict(amp, cpu) { return 2 * x; }
static int side() restrict(cpu) { return 1; }
static int side() restrict(amp) { return 2; }

struct Point {
  int x, y;
  Point(int a, int b) restrict(amp, cpu) : x(a), y(b) {}
  int sum() const restrict(amp, cpu) { return x + y; }
};

template <class T>
static void scale(array<T, 2>& a, T factor) {
  parallel_for_each(a.extent, [&a, factor ](index<2> i) restrict(amp) { a[i] *= factor; });
}

static void properties() {
  accelerator acc(accelerator::default_accelerator);
  accelerator_view view = acc.default_view;
  CHECK(!acc.description.empty() && !acc.device_path.empty() && view.accelerator == acc);
  CHECK(acc.get_device_path() != std::wstring(accelerator::cpu_accelerator));
  CHECK(accelerator(accelerator::direct3d_warp).device_path == L"host");
  CHECK(acc.supports_double_precision && !acc.has_display && !view.is_debug && acc.dedicated_memory >= 0);
  std::vector<int> data(12);
  array_view<int, 2> v(3, 4, data);
  CHECK(v.extent[0] == 3 && v.extent.size() == 12 && v.extent == extent<2>(3, 4));
  array<int, 2> a(3, 4, view);
  CHECK(a.extent[1] == 4 && a.accelerator_view == view);
  bool found = false;
  for (const accelerator& one : accelerator::get_all()) found = found || one.device_path == L"cpu";
  CHECK(found);
}

static void kernels() {
  std::vector<int> data(100);
  array_view<int, 1> v(100, data);
  v.discard_data();
  parallel_for_each(
      v.extent, [=](index<1> i) restrict(amp) {
        Point p(i[0], 1);
        v[i] = twice(p.sum()) + side();
      });
  v.synchronize();
  for (int i = 0; i < 100; ++i) CHECK(data[i] == 2 * (i + 1) + 2);
  CHECK(side() == 1);

  array<float, 2> a(4, 5);
  parallel_for_each(a.extent, [&](index<2> i) restrict(amp) { a[i] = float(i[0] * 5 + i[1]); });
  scale(a, 2.0f);
  std::vector<float> out(20);
  copy(a, out.begin());
  CHECK(out[19] == 38.0f && out[1] == 2.0f);
  const std::vector<float> constant(20, 1.0f);
  array_view<const float, 2> c(4, 5, constant);
  array_view<float, 2> sum(4, 5, out);
  parallel_for_each(
      a.accelerator_view, sum.extent,
      [ =, &a ](index<2> i) restrict(amp) { sum[i] = a(i[0], i[1]) + c[i] + c(i[0])[i[1]]; });
  CHECK(sum(3, 4) == 40.0f && sum[0][0] == 2.0f);

  parallel_for_each(
      extent<1>(5), [=](index<1> i) restrict(amp) {
        array_view<float, 1> row = sum[0];
        row[i] = -1.0f;
        sum.section(index<2>(3, 0), extent<2>(1, 5))(0, i[0]) = -2.0f;
      });
  CHECK(sum(0, 4) == -1.0f && sum(3, 0) == -2.0f && sum(1, 0) == 12.0f);
  completion_future future = copy_async(a, out.begin());
  future.wait();
  CHECK(out[19] == 38.0f);
}

static void errors() {
  auto nothing = [](index<1>) restrict(amp){};
  for (int n : {0, -1})
    CHECK_THROWS(parallel_for_each(extent<1>(n), nothing), invalid_compute_domain,
                 "Extent is less or equal than 0.");
  CHECK_THROWS(parallel_for_each(extent<2>(1 << 20, 1 << 20), [](index<2>) restrict(amp){}),
               invalid_compute_domain, "");
  CHECK_THROWS(
      parallel_for_each(accelerator(accelerator::cpu_accelerator).default_view, extent<1>(4), nothing),
      runtime_exception, "is not supported on the selected accelerator");
}

int main() {
  properties();
  kernels();
  errors();
  return failures();
}
