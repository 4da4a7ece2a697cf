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

struct Point {
  double x, y, z;
};

// The middle of a texel, also of one beyond the face's edge, on the cube from -1 to 1. What is beyond by half
// a texel is that far down the neighbouring face.
static Point middle_of(int face, int row, int column, int n) {
  double along = 1, u = (2 * column + 1.0) / n - 1, v = (2 * row + 1.0) / n - 1;
  if (std::fabs(u) > 1) along = 1 - 1.0 / n, u = u < 0 ? -1 : 1;
  if (std::fabs(v) > 1) along = 1 - 1.0 / n, v = v < 0 ? -1 : 1;
  const Point points[6] = {{along, -v, -u}, {-along, -v, u}, {u, along, v},
                           {u, -along, -v}, {u, -v, along},  {-u, -v, -along}};
  return points[face];
}

// The number of the texel whose middle is there: by search, not by rules for the twelve edges.
static int texel_at(const Point& at, int n) {
  for (int texel = 0; texel < 6 * n * n; ++texel) {
    const Point p = middle_of(texel / (n * n), texel / n % n, texel % n, n);
    if (std::fabs(p.x - at.x) + std::fabs(p.y - at.y) + std::fabs(p.z - at.z) < 1e-9) return texel;
  }
  return -1;
}

static double cube_value(int texel) { return texel * 7 % 16 * 0.25; }

// Where the face's texels end, those beyond its edge; at a corner the mean of three.
static double filtered(const Point& d, int n) {
  const double ax = std::fabs(d.x), ay = std::fabs(d.y), az = std::fabs(d.z);
  const int face = ax >= ay && ax >= az ? (d.x < 0) : ay >= az ? 2 + (d.y < 0) : 4 + (d.z < 0);
  const double along = std::fmax(ax, std::fmax(ay, az));
  const double us[6] = {-d.z, d.z, d.x, d.x, d.x, -d.x}, vs[6] = {-d.y, -d.y, d.z, -d.z, -d.y, -d.y};
  const double x = (us[face] / along + 1) * 0.5 * n - 0.5, y = (vs[face] / along + 1) * 0.5 * n - 0.5;
  const int column = int(std::floor(x)), row = int(std::floor(y));
  double values[4], missing = -1, known = 0;
  for (int k = 0; k < 4; ++k) {
    const int r = row + k / 2, c = column + k % 2;
    if ((r < 0 || r == n) && (c < 0 || c == n)) {
      missing = k;
      continue;
    }
    const int texel = texel_at(middle_of(face, r, c, n), n);
    CHECK(texel >= 0);
    values[k] = cube_value(texel), known += values[k];
  }
  if (missing >= 0) values[int(missing)] = known / 3;
  const double fx = x - column, fy = y - row;
  return (values[0] * (1 - fx) + values[1] * fx) * (1 - fy) + (values[2] * (1 - fx) + values[3] * fx) * fy;
}

// Directions all around, those along edges and into corners among them.
static void test_cube_edges(int n) {
  hc::image_cube<float> cube(n, 16);
  for (int texel = 0; texel < 6 * n * n; ++texel)
    cube.write(texel / (n * n), hc::index<2>(texel / n % n, texel % n), float(cube_value(texel)));
  constexpr int side = 21;
  hc::array_view<float, 3> out(side, side, side);
  hc::parallel_for_each(out.get_extent(), [=](hc::index<3> i) [[hc]] {
    const float_3 to(float(i[0] - side / 2), float(i[1] - side / 2), float(i[2] - side / 2));
    out[i] = cube.sample(to.x == 0 && to.y == 0 && to.z == 0 ? float_3(1, 0, 0) : to);
  });
  for (int k = 0; k < side * side * side; ++k) {
    const int x = k / side / side, y = k / side % side, z = k % side;
    Point to = {x - side / 2.0 + 0.5, y - side / 2.0 + 0.5, z - side / 2.0 + 0.5};
    if (to.x == 0 && to.y == 0 && to.z == 0) to.x = 1;
    CHECK(near(out(x, y, z), float(filtered(to, n))));
    CHECK(out(x, y, z) == cube.sample(float_3(float(to.x), float(to.y), float(to.z))));
  }
}

// On both sides of an edge the same: there is no seam.
static void test_seams() {
  hc::image_cube<unorm_2> cube(3, 8);
  for (int texel = 0; texel < 54; ++texel)
    cube.write(texel / 9, hc::index<2>(texel / 3 % 3, texel % 3),
               unorm_2(unorm(float(texel * 5 % 9) / 8.0f)));
  hc::array_view<float, 2> out(12, 32);
  hc::parallel_for_each(hc::extent<2>(12, 16), [=](hc::index<2> i) [[hc]] {
    const float a = i[0] & 1 ? 1.0f : -1.0f, b = i[0] & 2 ? 1.0f : -1.0f, t = float(i[1]) / 8.0f - 0.9f;
    for (int side = 0; side < 2; ++side) {
      const float p = a * (side ? 0.999999f : 1), q = b * (side ? 1 : 0.999999f);
      const float_3 to = i[0] < 4 ? float_3(p, q, t) : i[0] < 8 ? float_3(q, t, p) : float_3(t, p, q);
      out(i[0], 2 * i[1] + side) = float(cube.sample(to).y);
    }
  });
  for (int k = 0; k < 12 * 16; ++k)
    CHECK(std::fabs(out(k / 16, k % 16 * 2) - out(k / 16, k % 16 * 2 + 1)) < 1e-4f);
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
  for (int n : {1, 2, 3, 6}) test_cube_edges(n);
  test_seams();
  test_refusals();
  return failures();
}
