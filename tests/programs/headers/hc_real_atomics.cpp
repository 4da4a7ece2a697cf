// <hc_atomics.hpp> and <hc_device_info.hpp>: atomics of float, double and long; facts of the target.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <hc.hpp>
#include <hc_atomics.hpp>
#include <hc_device_info.hpp>
#include <limits>
#include <string>
#include <vector>

#include "check.hpp"

template <class T>
static T sample(int i) [[cpu, hc]] {
  const T size = T((i * 37) % 1009) / T(8);
  return i % 2 ? size : -size;
}
template <class T>
static T positive(int i) [[cpu, hc]] {
  return T((i * 37) % 1009 + 3);
}

template <class T>
struct Cells {
  T low, high, sum, difference, above, below, not_a_number, all_negative;
};

template <class T>
static void all(Cells<T>* c, int i) [[cpu, hc]] {
  hc::atomic_fetch_min(&c->low, sample<T>(i));
  hc::atomic_fetch_max(&c->high, sample<T>(i));
  hc::atomic_fetch_add(&c->sum, sample<T>(i));
  hc::atomic_fetch_sub(&c->difference, positive<T>(i));
  hc::atomic_fetch_min(&c->above, positive<T>(i));
  hc::atomic_fetch_max(&c->below, -positive<T>(i));
  hc::atomic_fetch_max(&c->not_a_number, positive<T>(i));
  hc::atomic_fetch_max(&c->not_a_number, std::numeric_limits<T>::quiet_NaN());
  hc::atomic_fetch_min(&c->all_negative, -positive<T>(i));
}

template <class T>
static void check_type() {
  const int n = 2000;
  Cells<T> here{0, 0, 0, 0, 1e30f, -1e30f, std::numeric_limits<T>::quiet_NaN(), -1};
  std::vector<Cells<T>> data(1, here);
  std::vector<T> tile(8);
  {
    hc::array_view<Cells<T>> cells(1, data);
    hc::array_view<T> tiles(8, tile);
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { all(&cells[0], i[0]); });
    hc::parallel_for_each(hc::extent<1>(256).tile(64), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static T low, sum;
      if (t.local[0] == 0) low = 5, sum = 0;
      t.barrier.wait();
      hc::atomic_fetch_min(&low, sample<T>(t.global[0]));
      hc::atomic_fetch_add(&sum, T(0.5f));
      t.barrier.wait();
      if (t.local[0] == 0) tiles[t.tile[0] * 2] = low, tiles[t.tile[0] * 2 + 1] = sum;
    });
  }
  for (int i = 0; i < n; ++i) all(&here, i);
  const Cells<T>& there = data[0];
  CHECK(there.low == here.low && there.high == here.high && there.sum == here.sum);
  CHECK(there.difference == here.difference && there.above == here.above && there.below == here.below);
  CHECK(there.not_a_number == here.not_a_number && there.all_negative == here.all_negative);
  CHECK(here.low == -126 && here.high == T(1008) / 8 && here.above == 3 && here.below == -3);
  CHECK(here.not_a_number == 1011 && here.all_negative == -1011);
  for (int t = 0; t < 4; ++t) {
    T low = 5;
    for (int i = t * 64; i < t * 64 + 64; ++i) low = std::min(low, sample<T>(i));
    CHECK(tile[t * 2] == low && tile[t * 2 + 1] == 32);
  }
  T value = 2, expected = 3;
  CHECK(hc::atomic_fetch_max(&value, T(-1)) == 2 && value == 2 && hc::atomic_exchange(&value, T(4)) == 2);
  CHECK(!hc::atomic_compare_exchange(&value, &expected, T(9)) && expected == 4);
  CHECK(hc::atomic_compare_exchange(&value, &expected, T(9)) && value == 9);
  value = -T(0);
  CHECK(hc::atomic_fetch_max(&value, T(0)) == 0 && !std::signbit(value));
  CHECK(hc::atomic_fetch_min(&value, -T(0)) == 0 && std::signbit(value));
}

static_assert(hc::device_info::kind == hc::target_kind::cpu || hc::device_info::is_device, "");

int main() {
  check_type<float>();
  check_type<double>();

  std::vector<std::int64_t> data{5, 5, 0, 7};
  hc::array_view<std::int64_t> v(4, data);
  hc::parallel_for_each(hc::extent<1>(100), [=](hc::index<1> i) [[hc]] {
    const std::int64_t value = (std::int64_t(i[0]) - 50) * 0x100000000;
    hc::atomic_fetch_min(&v[0], value);
    hc::atomic_fetch_max(&v[1], value);
    hc::atomic_fetch_add(&v[2], value);
    hc::atomic_fetch_sub(&v[3], std::int64_t(1));
  });
  CHECK(v[0] == -50 * 0x100000000 && v[1] == 49 * 0x100000000 && v[2] == -50 * 0x100000000 && v[3] == -93);

  hc::array_view<int> facts(5);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    facts[0] = static_cast<int>(hc::device_info::kind);
    facts[1] = hc::device_info::wave_size == 0 || hc::device_info::wave_size == int(hc::__wavesize());
    facts[2] = hc::device_info::is_device;
    facts[3] = hc::device_info::is_gpu_target == (hc::device_info::kind != hc::target_kind::host);
    facts[4] = hc::device_info::has_dedicated_tile_memory <= hc::device_info::is_gpu_target;
  });
  const char* const asked = std::getenv("HCPY_DEFAULT_ACCELERATOR");
  const std::string device = asked ? asked : "";
  if (device == "host") CHECK(facts[0] == int(hc::target_kind::host));
  if (device.find("opencl") == 0) CHECK(facts[0] == int(hc::target_kind::opencl));
  if (device.find("vulkan") == 0) CHECK(facts[0] == int(hc::target_kind::vulkan));
  for (int i = 1; i < 5; ++i) CHECK(facts[i] == 1);
  CHECK(!hc::device_info::is_device && hc::device_info::wave_size == 1);
  return failures();
}
