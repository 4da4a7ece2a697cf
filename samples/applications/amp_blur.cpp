// Gaussian blur in C++ AMP: two passes over textures, and one kernel that keeps a tile and its surroundings
// in tile_static memory. 3 to 21 taps, whose weights are a row of Pascal's triangle.
// --help lists the options; without any it checks both against sums in double and prints PASSED.
#include <amp.h>
#include <amp_graphics.h>

#include "application.hpp"

using namespace concurrency;
using concurrency::graphics::float_4;
using concurrency::graphics::texture;
using concurrency::graphics::texture_view;

/// The weights: row Taps - 1 of Pascal's triangle, divided by its sum.
template <int Taps>
struct Weights {
  float at[Taps];
};
template <int Taps>
constexpr Weights<Taps> weights() restrict(cpu, amp) {
  static_assert(Taps % 2 == 1 && Taps >= 3 && Taps <= 21, "the taps are an odd number from 3 to 21");
  Weights<Taps> row{};
  double number = 1, sum = 1;
  for (int k = 1; k < Taps; ++k) sum *= 2;
  for (int k = 0; k < Taps; ++k) {
    row.at[k] = static_cast<float>(number / sum);
    number = number * (Taps - 1 - k) / (k + 1);
  }
  return row;
}
static_assert(weights<5>().at[0] == 1 / 16.0f && weights<5>().at[2] == 6 / 16.0f, "1 4 6 4 1");

static int clamped(int v, int end) restrict(cpu, amp) { return v < 0 ? 0 : v >= end ? end - 1 : v; }

/// An image on an accelerator, with room for what comes between the passes and for the result.
struct Image {
  texture<float_4, 2> source, between, result;

  Image(const std::vector<float_4>& pixels, int height, int width, const accelerator_view& on)
      : source(height, width, pixels.begin(), pixels.end(), on),
        between(height, width, 32u, on),
        result(height, width, 32u, on) {}
  std::vector<float_4> pixels() {
    std::vector<float_4> got(source.extent.size());
    copy(result, got.data(), static_cast<unsigned>(got.size() * sizeof(float_4)));
    return got;
  }
};

template <int Taps>
static void pass(const accelerator_view& on, texture<float_4, 2>& source, texture<float_4, 2>& result,
                 int down, int right) {
  const texture_view<const float_4, 2> from(source);
  const texture_view<float_4, 2> to(result);
  const int height = source.extent[0], width = source.extent[1];
  parallel_for_each(
      on, source.extent, [=](index<2> i) restrict(amp) {
        constexpr Weights<Taps> w = weights<Taps>();
        float_4 sum;
        for (int k = 0; k < Taps; ++k) {
          const int away = k - Taps / 2;
          sum += from[index<2>(clamped(i[0] + away * down, height), clamped(i[1] + away * right, width))] *
                 w.at[k];
        }
        to.set(i, sum);
      });
}

template <int Taps>
static void by_textures(const accelerator_view& on, Image& image) {
  pass<Taps>(on, image.source, image.between, 0, 1);
  pass<Taps>(on, image.between, image.result, 1, 0);
}

/// A tile's pixels and those around them are read once; both passes run on tile_static memory.
template <int Taps>
static void by_tiles(const accelerator_view& on, Image& image) {
  constexpr int side = 16, around = Taps / 2, all = side + 2 * around;
  const texture_view<const float_4, 2> from(image.source);
  const texture_view<float_4, 2> to(image.result);
  const int height = image.source.extent[0], width = image.source.extent[1];
  parallel_for_each(
      on, image.source.extent.tile<side, side>().pad(), [=](tiled_index<side, side> t) restrict(amp) {
        tile_static float_4 near[all][all];
        tile_static float_4 blurred[all][side];
        constexpr Weights<Taps> w = weights<Taps>();
        const int y = t.local[0], x = t.local[1];
        for (int r = y; r < all; r += side)
          for (int c = x; c < all; c += side)
            near[r][c] = from[index<2>(clamped(t.tile_origin[0] + r - around, height),
                                       clamped(t.tile_origin[1] + c - around, width))];
        t.barrier.wait();
        for (int r = y; r < all; r += side) {
          float_4 sum;
          for (int k = 0; k < Taps; ++k) sum += near[r][x + k] * w.at[k];
          blurred[r][x] = sum;
        }
        t.barrier.wait();
        if (t.global[0] >= height || t.global[1] >= width) return;
        float_4 sum;
        for (int k = 0; k < Taps; ++k) sum += blurred[y + k][x] * w.at[k];
        to.set(t.global, sum);
      });
}

/// Calls f<3>, f<5>, ... f<21>, whichever it is.
template <int Taps, class F>
static void with_taps(int taps, F f) {
  if (taps == Taps)
    f(std::integral_constant<int, Taps>());
  else if constexpr (Taps < 21)
    with_taps<Taps + 2>(taps, f);
}

/// The largest difference from sums in double, of every seventh pixel.
static double worst_error(const std::vector<float_4>& source, const std::vector<float_4>& got, int height,
                          int width, int taps) {
  std::vector<double> w{1};  // by addition, as Pascal had it
  for (int n = 1; n < taps; ++n) {
    w.push_back(0);
    for (int k = n; k > 0; --k) w[k] += w[k - 1];
  }
  const double whole = std::ldexp(1.0, 2 * (taps - 1));
  double worst = 0;
  for (int at = 0; at < height * width; at += 7) {
    double sum[4] = {};
    for (int r = 0; r < taps; ++r)
      for (int c = 0; c < taps; ++c) {
        const float_4& p = source[std::size_t(clamped(at / width + r - taps / 2, height)) * width +
                                  clamped(at % width + c - taps / 2, width)];
        const double weight = w[r] * w[c] / whole;
        sum[0] += weight * p.x, sum[1] += weight * p.y, sum[2] += weight * p.z, sum[3] += weight * p.w;
      }
    const float_4& q = got[at];
    const double error = std::max(std::max(std::fabs(sum[0] - q.x), std::fabs(sum[1] - q.y)),
                                  std::max(std::fabs(sum[2] - q.z), std::fabs(sum[3] - q.w)));
    if (!(error <= worst)) worst = error;  // a NaN stays
  }
  return worst;
}

/// Discs and stripes with sharp edges.
static application::Picture pattern(int width, int height) {
  application::Picture picture(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int dx = x % 64 - 32, dy = y % 64 - 32, r2 = dx * dx + dy * dy;
      const bool disc = r2 < 24 * 24, hole = r2 < 12 * 12, stripe = (x + y) / 8 % 2 == 0;
      const float rgb[3] = {disc && !hole ? 0.9f : 0.05f, hole ? 0.8f : 0.1f, stripe ? 0.6f : 0.1f};
      picture.set(x, y, rgb);
    }
  return picture;
}

static std::vector<float_4> pixels_of(const application::Picture& picture) {
  std::vector<float_4> pixels(picture.rgb.size() / 3);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = float_4(picture.rgb[3 * i] / 255.0f, picture.rgb[3 * i + 1] / 255.0f,
                        picture.rgb[3 * i + 2] / 255.0f, 1);
  return pixels;
}

template <int Taps>
static void measure(const std::vector<float_4>& pixels, int height, int width) {
  for (const accelerator& a : application::all_devices<accelerator>()) {
    const accelerator_view on = a.default_view;
    Image image(pixels, height, width, on);
    auto milliseconds = [&](void (*f)(const accelerator_view&, Image&)) {
      return 1e3 * application::seconds([&] { f(on, image), accelerator_view(on).wait(); });
    };
    const double textures = milliseconds(by_textures<Taps>), tiles = milliseconds(by_tiles<Taps>);
    std::printf("%-40s %2d taps, %d x %d: textures %8.2f ms, tiles %8.2f ms\n",
                application::name_of(a).c_str(), Taps, width, height, textures, tiles);
  }
}

int main(int argc, char** argv) {
  application::Options options(argc, argv,
                               {{"--taps", "9", "an odd number from 3 to 21"},
                                {"--width", "320", "of the pattern that is blurred"},
                                {"--height", "200", "of the pattern"},
                                {"--image", "FILE.ppm", "blur this picture instead"},
                                {"--picture", "FILE.png", "write the result"},
                                {"--benchmark", "", "print milliseconds of each accelerator, and end"}});
  const int taps = options.number("--taps", 3, 21);
  if (taps % 2 == 0) application::refuse("--taps is an odd number, not " + std::to_string(taps));
  application::Picture picture = options.given("--image") ? application::read_ppm(options.text("--image"))
                                                          : pattern(options.number("--width", 1, 16384),
                                                                    options.number("--height", 1, 16384));
  const int width = picture.width, height = picture.height;
  const std::vector<float_4> pixels = pixels_of(picture);
  if (options.given("--benchmark")) {
    measure<5>(pixels, height, width);
    measure<13>(pixels, height, width);
    measure<21>(pixels, height, width);
    return 0;
  }
  double errors[2] = {};
  with_taps<3>(taps, [&](auto number) {
    constexpr int Taps = decltype(number)::value;
    const accelerator_view on = accelerator().default_view;
    Image image(pixels, height, width, on);
    by_textures<Taps>(on, image);
    errors[0] = worst_error(pixels, image.pixels(), height, width, taps);
    by_tiles<Taps>(on, image);
    const std::vector<float_4> result = image.pixels();
    errors[1] = worst_error(pixels, result, height, width, taps);
    for (std::size_t i = 0; i < result.size(); ++i) {
      const float rgb[3] = {result[i].x, result[i].y, result[i].z};
      for (int c = 0; c < 3; ++c) picture.rgb[3 * i + c] = static_cast<unsigned char>(rgb[c] * 255 + 0.5f);
    }
  });
  if (options.given("--picture")) application::write_png(options.text("--picture"), {picture});
  std::printf("largest errors: textures %.2g, tiles %.2g\n", errors[0], errors[1]);
  return application::verdict(
      errors[0] < 1e-6 && errors[1] < 1e-6,
      std::to_string(width) + " x " + std::to_string(height) + " pixels, " + std::to_string(taps) + " taps");
}
