// Images: formats, both filters, both kinds of coordinates, addresses outside, arrays, cubes, writes.
#include <cmath>
#include <cstring>
#include <hc.hpp>
#include <hc_image.hpp>

#include "check.hpp"

using namespace hc::short_vector;
using hc::image_address;
using hc::image_filter;
using hc::image_sampler;

static bool near(float a, float b) { return std::fabs(a - b) < 1e-5f; }

// Texels at half-integers: by hand, in double.
static double linear_1d(const double* texels, int n, double at) {
  const double p = at - 0.5, whole = std::floor(p), f = p - whole;
  const auto texel = [&](int i) { return texels[i < 0 ? 0 : i >= n ? n - 1 : i]; };
  return texel(int(whole)) * (1 - f) + texel(int(whole) + 1) * f;
}

static void test_line() {
  const double texels[5] = {1, 4, -2, 8, 3};
  hc::image<float, 1> line(hc::extent<1>(5), 16);
  for (int i = 0; i < 5; ++i) line.write(hc::index<1>(i), float(texels[i]));
  hc::array_view<float, 2> out(4, 60);
  hc::parallel_for_each(hc::extent<1>(60), [=](hc::index<1> i) [[hc]] {
    const float at = float(i[0] - 10) / 8.0f;  // in texels
    out(0, i[0]) = line.sample(at / 5.0f);
    out(1, i[0]) = line.sample(at, image_sampler(image_filter::linear, image_address::clamp, false));
    out(2, i[0]) = line.sample(at, image_sampler(image_filter::nearest, image_address::wrap, false));
    image_sampler bordered(image_filter::nearest, image_address::border, false);
    bordered.border = float_4(7.0f);
    out(3, i[0]) = line.sample(at, bordered);
  });
  for (int i = 0; i < 60; ++i) {
    const double at = (i - 10) / 8.0, expected = linear_1d(texels, 5, at);
    const int place = int(std::floor(at));
    CHECK(near(out(0, i), float(expected)) && near(out(1, i), float(expected)));
    CHECK(out(2, i) == float(texels[(place + 5) % 5]));
    CHECK(out(3, i) == (place < 0 || place > 4 ? 7.0f : float(texels[place])));
    CHECK(out(1, i) ==
          line.sample(float(at), image_sampler(image_filter::linear, image_address::clamp, false)));
  }
}

template <class T>
static void test_picture(unsigned bits, float step) {
  hc::image<T, 2> picture(hc::extent<2>(4, 6), bits), copy(picture.get_extent(), bits);
  CHECK(picture.get_bits() == bits && copy.read(hc::index<2>(3, 5)).x == 0);
  hc::parallel_for_each(picture.get_extent(), [=](hc::index<2> i) [[hc]] {
    using Scalar = decltype(T().x);
    T value;
    value.x = static_cast<Scalar>(float(i[0]) * step), value.y = static_cast<Scalar>(float(i[1]) * step);
    picture.write(i, value);
  });
  hc::parallel_for_each(picture.get_extent(), [=](hc::index<2> i) [[hc]] {
    copy.write(i, picture.read(hc::index<2>(3 - i[0], 5 - i[1])));
  });
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 6; ++x) {
      const T value = copy.read(hc::index<2>(y, x));
      CHECK(std::fabs(float(value.x) - float(3 - y) * step) < 0.005f);
      CHECK(std::fabs(float(value.y) - float(5 - x) * step) < 0.005f);
    }
}

// A plane is what the linear filter gives back, in each dimension.
static void test_volume() {
  hc::image<float_2, 3> volume(hc::extent<3>(4, 5, 6));
  hc::parallel_for_each(volume.get_extent(), [=](hc::index<3> i) [[hc]] {
    volume.write(i, float_2(float(i[2]) + 10.0f * float(i[1]) + 100.0f * float(i[0]), 1.0f));
  });
  hc::array_view<float_2> out(2);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    out[0] = volume.sample(float_3(2.75f / 6.0f, 2.0f / 5.0f, 1.5f / 4.0f));
    out[1] = volume.sample(float_3(2.75f, 2.0f, 1.5f),
                           image_sampler(image_filter::nearest, image_address::clamp, false));
  });
  CHECK(near(out[0].x / 117.25f, 1) && near(out[0].y, 1));
  CHECK(out[1].x == 122);
}

static void test_layers() {
  hc::image_array<unorm_4, 2> layers(3, hc::extent<2>(2, 2), 8);
  hc::image_array<int, 1> numbers(2, hc::extent<1>(4), 8);
  hc::array_view<float> out(3);
  hc::parallel_for_each(hc::extent<1>(3), [=](hc::index<1> i) [[hc]] {
    for (int k = 0; k < 4; ++k)
      layers.write(i[0], hc::index<2>(k / 2, k % 2), unorm_4(unorm(0.25f * float(i[0]) + 0.1f * float(k))));
    out[i] = float(layers.sample(i[0], float_2(0.5f, 0.5f)).y);
    if (i[0] < 2) numbers.write(i[0], hc::index<1>(3), i[0] ? 300 : -7);
  });
  for (int i = 0; i < 3; ++i) CHECK(std::fabs(out[i] - (0.25f * float(i) + 0.15f)) < 0.005f);
  CHECK(numbers.read(0, hc::index<1>(3)) == -7 && numbers.read(1, hc::index<1>(3)) == 127);
}

static void test_cube() {
  hc::image_cube<float> cube(2);
  for (int face = 0; face < 6; ++face)
    for (int k = 0; k < 4; ++k) cube.write(face, hc::index<2>(k / 2, k % 2), float(face * 10 + k));
  const float_3 directions[6] = {float_3(2, 0, 0),  float_3(-1, 0, 0), float_3(0, 3, 0),
                                 float_3(0, -1, 0), float_3(0, 0, 1),  float_3(0, 0, -5)};
  hc::array_view<const float_3> given(6, directions);
  hc::array_view<float> middle(6), corner(1);
  hc::parallel_for_each(hc::extent<1>(6), [=](hc::index<1> i) [[hc]] {
    middle[i] = cube.sample(given[i]);
    // Above and to the right of +z: its first row, its second column.
    if (i[0] == 0) corner[0] = cube.sample(float_3(0.5f, 0.5f, 1.0f), image_filter::nearest);
  });
  for (int face = 0; face < 6; ++face) CHECK(near(middle[face], float(face * 10) + 1.5f));
  CHECK(corner[0] == 41 && cube.get_side() == 2);
}

static void test_refusals() {
  CHECK_THROWS((hc::image<float, 2>(hc::extent<2>(0, 4))), hc::runtime_exception, "extent of a texture");
  CHECK_THROWS((hc::image<float, 2>(hc::extent<2>(4, 4), 8)), hc::runtime_exception, "number of bits");
  CHECK_THROWS((hc::image_array<float, 2>(0, hc::extent<2>(4, 4))), hc::runtime_exception, "one layer");
}

int main() {
  test_line();
  test_picture<float_2>(32, 1.5f);
  test_picture<float_4>(16, 1.5f);
  test_picture<unorm_4>(8, 0.125f);
  test_picture<norm_2>(16, -0.125f);
  test_volume();
  test_layers();
  test_cube();
  test_refusals();
  return failures();
}
