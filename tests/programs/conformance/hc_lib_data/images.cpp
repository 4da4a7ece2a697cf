// rows: hc.library.image
// Images of each rank and format, with layers, and cubes: written and read by one kernel; what is refused.
#include <cmath>
#include <hc.hpp>
#include <hc_image.hpp>

#include "check.hpp"

using namespace hc::short_vector;

template <class T, int N>
static void ranks(unsigned bits, T a, T b) {
  hc::extent<N> e;
  for (int d = 0; d < N; ++d) e[d] = 3 + d;
  hc::image_array<T, N> im(3, e, bits);
  hc::image<T, N> one(e, bits);
  CHECK(im.get_layers() == 3 && im.get_extent() == e && im.get_bits() == bits && one.get_bits() == bits);
  hc::parallel_for_each(e, [=](hc::index<N> i) [[hc]] {
    for (int l = 0; l < 3; ++l) im.write(l, i, l == 1 ? a : b);
    one.write(i, a);
  });
  hc::array_view<int> bad(1);
  bad[0] = 0;
  hc::parallel_for_each(e, [=](hc::index<N> i) [[hc]] {
    T x = im.read(1, i);
    im.write(2, i, x);
    if (!(im.read(0, i) == im.read(0, hc::index<N>()))) hc::atomic_fetch_add(&bad[0], 1);
    T y = one.read(i);
    one.write(i, b);
    if (!(y == x)) hc::atomic_fetch_add(&bad[0], 1);
  });
  CHECK(bad[0] == 0);
  hc::index<N> last;
  for (int d = 0; d < N; ++d) last[d] = e[d] - 1;
  CHECK(im.read(2, last) == im.read(1, hc::index<N>()));
  CHECK(im.read(0, last) == one.read(last));
  CHECK(!(im.read(0, last) == im.read(1, last)));
}

template <class T>
static void three(unsigned bits, T a, T b) {
  ranks<T, 1>(bits, a, b);
  ranks<T, 2>(bits, a, b);
  ranks<T, 3>(bits, a, b);
}

int main() {
  three<float>(32, 0.1f, 3.7f);
  three<unorm_4>(8, unorm_4(unorm(0.5f)), unorm_4(unorm(0.75f)));
  ranks<int, 2>(8, -5, 100);
  ranks<int, 1>(32, -50000000, 7);
  ranks<unsigned, 2>(16, 65000u, 3u);
  ranks<float, 3>(16, 0.5f, -2.25f);
  ranks<unorm, 1>(16, unorm(0.25f), unorm(1.0f));
  ranks<norm, 2>(8, norm(-0.25f), norm(1.0f));
  ranks<norm_2, 3>(16, norm_2(norm(-0.5f)), norm_2(norm(0.75f)));
  ranks<int_4, 2>(8, int_4(1, -2, 3, -4), int_4(3, 4, 5, 6));
  ranks<uint_2, 1>(32, uint_2(1, 2), uint_2(3, 4));
  ranks<float_4, 2>(16, float_4(1, 2, 3, 4), float_4(3, 4, 5, 6));
  // cube: every face written and read by kernels, 1x1 side, unorm
  hc::image_cube<unorm_4> c(4, 8);
  hc::parallel_for_each(hc::extent<3>(6, 4, 4), [=](hc::index<3> i) [[hc]] {
    c.write(i[0], hc::index<2>(i[1], i[2]), unorm_4(unorm(i[0] / 8.f)));
  });
  hc::array_view<float> s(6);
  hc::parallel_for_each(hc::extent<1>(6), [=](hc::index<1> i) [[hc]] {
    float_3 d(0.0f);
    d[i[0] / 2] = i[0] % 2 ? -1.f : 1.f;
    s[i] = float(c.sample(d).x);
  });
  for (int f = 0; f < 6; ++f) CHECK(std::fabs(s[f] - f / 8.f) < 0.01f);
  hc::image_cube<float> tiny(1);
  tiny.write(5, hc::index<2>(0, 0), 3.f);
  hc::array_view<float> t(1);
  hc::parallel_for_each(hc::extent<1>(1),
                        [=](hc::index<1> i) [[hc]] { t[0] = tiny.sample(float_3(0, 0, -1)); });
  CHECK(t[0] == 3);
  // errors
  int caught = 0;
  try {
    hc::image<float, 2> bad(hc::extent<2>(0, 3));
  } catch (const hc::runtime_exception& e) {
    ++caught;
  }
  try {
    hc::image<float, 2> bad(hc::extent<2>(3, 3), 8);
  } catch (const hc::runtime_exception& e) {
    ++caught;
  }
  try {
    hc::image_array<float, 2> bad(0, hc::extent<2>(3, 3));
  } catch (const hc::runtime_exception& e) {
    ++caught;
  }
  try {
    hc::image_cube<float> bad(-1);
  } catch (const hc::runtime_exception& e) {
    ++caught;
  }
  CHECK(caught == 4);
  return failures();
}
