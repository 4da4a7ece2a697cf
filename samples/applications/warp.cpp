// Frames between frames: a moving scene is rendered at a low rate, with each pixel's depth and motion, and
// warped to the times between. By scatter: pixels move, and the atomic minimum of their depth says which one
// stays. By gather: each pixel searches where it came from, in the frame before or in both.
// --help lists the options; without any it measures against frames that were rendered, and prints PASSED.
#include <hc.hpp>
#include <hc_storage.hpp>
#include <hc_vector_math.hpp>

#include "application.hpp"

using hc::short_vector::float_2;
using hc::short_vector::float_3;

/// Motion over one interval, in pixels and in depth: 11 + 11 + 10 bits.
static unsigned pack_3d(const float_3& m) [[cpu, hc]] {
  const float_3 whole = hc::clamp(hc::floor(m * float_3(8, 8, 64) + float_3(0.5f)),
                                  float_3(-1024, -1024, -512), float_3(1023, 1023, 511));
  return (unsigned(int(whole[0])) & 2047u) | (unsigned(int(whole[1])) & 2047u) << 11 |
         unsigned(int(whole[2])) << 22;
}
static float_3 unpack_3d(unsigned bits) [[cpu, hc]] {
  return float_3(float(int(bits << 21) >> 21) / 8, float(int(bits << 10) >> 21) / 8,
                 float(int(bits) >> 22) / 64);
}
/// The same in two dimensions: two halves.
typedef hc::storage<hc::half, 2> Motion;

/// What a frame has of each pixel.
struct Frame {
  hc::array_view<float_3, 2> colour;
  hc::array_view<float, 2> depth;
  hc::array_view<unsigned, 2> motion_3d;
  hc::array_view<Motion, 2> motion;

  explicit Frame(const hc::extent<2>& e) : colour(e), depth(e), motion_3d(e), motion(e) {}
};

// The scene: balls over a floor, seen by a camera that moves aside.
struct Ball {
  float_3 centre, speed, colour;
  float radius;
};
constexpr Ball balls[] = {{{-1.2f, 0.5f, 1}, {0.5f, 0, 0}, {0.9f, 0.3f, 0.2f}, 0.5f},
                          {{0.9f, 0.4f, 0}, {-0.6f, 0, 0.1f}, {0.2f, 0.6f, 0.9f}, 0.4f},
                          {{0.2f, 0.8f, 2.5f}, {0.1f, 0.15f, 0}, {0.9f, 0.8f, 0.3f}, 0.8f}};

static float_3 camera(float time) [[cpu, hc]] { return float_3(0.25f * time, 1.2f, -4); }
static float_3 project(const float_3& point, float time, const hc::extent<2>& e) [[cpu, hc]] {
  const float_3 seen = point - camera(time);
  const float scale = float(e[1]) * 1.1f / seen[2];
  return float_3(float(e[1]) * 0.5f + seen[0] * scale, float(e[0]) * 0.45f - seen[1] * scale, seen[2]);
}

/// A pixel's colour, depth, and way over an interval from this time on (ahead) or up to it.
static float_3 shade(float x, float y, float time, bool ahead, float interval, const hc::extent<2>& e,
                     float& depth, float_3& motion) [[cpu, hc]] {
  const float size = float(e[1]) * 1.1f;
  const float_3 eye = camera(time), way((x - float(e[1]) * 0.5f) / size, (float(e[0]) * 0.45f - y) / size, 1);
  float_3 colour(0.5f, 0.65f, 0.85f), speed;
  depth = 40;
  if (way[1] < 0 && -eye[1] / way[1] < depth) {
    depth = -eye[1] / way[1];
    const float_3 at = eye + way * float_3(depth);
    const float wave = hc::precise_math::sin(at[0] * 4) * hc::precise_math::sin(at[2] * 4);
    colour =
        hc::mix(float_3(0.5f, 0.5f, 0.45f), float_3(0.2f, 0.35f, 0.25f), hc::smoothstep(-0.3f, 0.3f, wave));
  }
  for (const Ball& ball : balls) {
    const float_3 apart = eye - (ball.centre + ball.speed * float_3(time));
    const float a = hc::dot(way, way), b = hc::dot(way, apart);
    const float inside = b * b - a * (hc::dot(apart, apart) - ball.radius * ball.radius);
    if (inside < 0) continue;
    const float t = (-b - hc::precise_math::sqrt(inside)) / a;
    if (t <= 0 || t >= depth) continue;
    depth = t;
    speed = ball.speed;
    const float_3 n = (apart + way * float_3(t)) / float_3(ball.radius);
    const float light =
        0.25f + 0.75f * hc::clamp(float_3(hc::dot(n, float_3(-0.48f, 0.64f, -0.6f))), 0, 1)[0];
    const float band = hc::smoothstep(-0.2f, 0.2f, hc::precise_math::sin(n[1] * 9 + n[0] * 5));
    colour = ball.colour * float_3(light * (0.6f + 0.4f * band));
  }
  const float_3 point = eye + way * float_3(depth), here(x, y, depth);
  motion = ahead ? project(point + speed * float_3(interval), time + interval, e) - here
                 : here - project(point - speed * float_3(interval), time - interval, e);
  return colour;
}

static void render(const hc::accelerator_view& on, const Frame& frame, float time, bool ahead,
                   float interval) {
  const hc::extent<2> e = frame.colour.get_extent();
  hc::parallel_for_each(on, e, [=](hc::index<2> i) [[hc]] {
    float depth;
    float_3 motion;
    frame.colour[i] = shade(float(i[1]), float(i[0]), time, ahead, interval, e, depth, motion);
    frame.depth[i] = depth;
    frame.motion_3d[i] = pack_3d(motion);
    frame.motion[i] = float_2(motion[0], motion[1]);
  });
}

/// Two kernels over the pixels of a frame. In the first each pixel moves, and the least key wins the places
/// that it covers: the nearer depth, the lesser distance, the lower number. In the second the winners'
/// colours are read; what nothing moved to shows the frame's own pixel.
static void scatter(const hc::accelerator_view& on, const Frame& frame, float part,
                    const hc::array_view<std::uint64_t, 2>& nearest, const hc::array_view<float_3, 2>& out) {
  const hc::extent<2> e = out.get_extent();
  hc::parallel_for_each(on, e, [=](hc::index<2> i) [[hc]] { nearest[i] = ~std::uint64_t(0); });
  hc::parallel_for_each(on, e, [=](hc::index<2> i) [[hc]] {
    const float_3 way = unpack_3d(frame.motion_3d[i]) * float_3(part);
    const float_2 place = float_2(float(i[1]) + way[0], float(i[0]) + way[1]), first = hc::floor(place);
    // The bits of positive floats are ordered as integers.
    const unsigned depth = __builtin_bit_cast(unsigned, frame.depth[i] + way[2]) & ~15u;
    for (int k = 0; k < 4; ++k) {
      const float_2 to = first + float_2(float(k % 2), float(k / 2)), apart = hc::abs(to - place);
      if (apart[0] > 0.7f || apart[1] > 0.7f) continue;
      const hc::index<2> at = hc::index<2>(int(to[1]), int(to[0]));
      const unsigned off = unsigned((apart[0] + apart[1]) * 10);
      const unsigned number = unsigned(i[0] * e[1] + i[1]);
      if (e.contains(at)) hc::atomic_fetch_min(&nearest[at], std::uint64_t(depth | off) << 32 | number);
    }
  });
  hc::parallel_for_each(on, e, [=](hc::index<2> i) [[hc]] {
    const std::uint64_t key = nearest[i];
    const int number = int(unsigned(key));
    out[i] = key == ~std::uint64_t(0) ? frame.colour[i] : frame.colour(number / e[1], number % e[1]);
  });
}

/// Between the pixels around a place.
template <class T>
static T between(const hc::array_view<T, 2>& image, const float_2& at) [[hc]] {
  const hc::extent<2> e = image.get_extent();
  const float_2 place = hc::clamp(at, float_2(0), float_2(float(e[1] - 1), float(e[0] - 1)));
  const int x = int(place[0]), y = int(place[1]);
  const int right = x + 1 < e[1] ? x + 1 : x, below = y + 1 < e[0] ? y + 1 : y;
  const float_2 in = hc::fract(place);
  return hc::mix(hc::mix(image(y, x), image(y, right), in[0]),
                 hc::mix(image(below, x), image(below, right), in[0]), in[1]);
}

/// Three steps of a search for the place whose motion, taken so many times, leads to a pixel; `off` is how
/// far from the pixel it leads.
static float_2 origin(const Frame& frame, const float_2& pixel, float times, float& off) [[hc]] {
  const hc::extent<2> e = frame.motion.get_extent();
  float_2 at = pixel, way;
  for (int step = 0; step < 4; ++step) {
    const float_2 inside =
        hc::clamp(hc::floor(at + float_2(0.5f)), float_2(0), float_2(float(e[1] - 1), float(e[0] - 1)));
    way = frame.motion(int(inside[1]), int(inside[0])).get() * float_2(times);
    off = hc::distance(at + way, pixel);
    if (step < 3) at = pixel - way;
  }
  return at;
}

/// From the frame before alone, or, with another one, from that of both that leads nearer to the pixel.
static void gather(const hc::accelerator_view& on, const Frame& before, const Frame& after, bool both,
                   float part, const hc::array_view<float_3, 2>& out) {
  hc::parallel_for_each(on, out.get_extent(), [=](hc::index<2> i) [[hc]] {
    const float_2 pixel = float_2(float(i[1]), float(i[0]));
    float off, other_off;
    const float_2 from = origin(before, pixel, part, off);
    float_3 colour = between(before.colour, from);
    if (both) {
      const float_2 other = origin(after, pixel, part - 1, other_off);
      const float_3 second = between(after.colour, other);
      const float trust = (1 - part) / (off + 0.1f), second_trust = part / (other_off + 0.1f);
      colour = hc::mix(colour, second, second_trust / (trust + second_trust));
    }
    out[i] = colour;
  });
}

enum Method { by_scatter, by_forward_gather, by_both, by_none };
const char* const names[] = {"scatter", "forward gather", "bidirectional gather", "frame before"};

/// Two frames, and the memory that warping takes.
struct Warper {
  Frame before, after;
  hc::array_view<std::uint64_t, 2> nearest;
  hc::array_view<float_3, 2> out;

  explicit Warper(const hc::extent<2>& e) : before(e), after(e), nearest(e), out(e) {}
  void warp(const hc::accelerator_view& on, Method method, float part) {
    if (method == by_scatter) scatter(on, before, part, nearest, out);
    if (method == by_forward_gather || method == by_both)
      gather(on, before, after, method == by_both, part, out);
    if (method == by_none) hc::copy(before.colour, out);
  }
  std::vector<float_3> pixels() const {
    std::vector<float_3> got(out.get_extent().size());
    hc::copy(out, got.begin());
    return got;
  }
};

/// For programs in C: warps a frame of width * height pixels by scatter. colour and out have four floats a
/// pixel, motion is packed as pack_3d does. Gives 0, or 1 where an argument is wrong.
extern "C" int warp_frame(const float* colour, const float* depth, const unsigned* motion, int width,
                          int height, float part, float* out) {
  if (!colour || !depth || !motion || !out || width <= 0 || height <= 0 || !(part >= 0 && part <= 1))
    return 1;
  const hc::extent<2> e(height, width);
  Warper w(e);
  const int count = width * height;
  std::vector<float_3> pixels(count);
  for (int i = 0; i < count; ++i) pixels[i] = float_3(colour[4 * i], colour[4 * i + 1], colour[4 * i + 2]);
  hc::copy(pixels.begin(), pixels.end(), w.before.colour);
  hc::copy(depth, depth + count, w.before.depth);
  hc::copy(motion, motion + count, w.before.motion_3d);
  w.warp(hc::accelerator().get_default_view(), by_scatter, part);
  pixels = w.pixels();
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < 4; ++c) out[4 * i + c] = c < 3 ? pixels[i][c] : colour[4 * i + 3];
  return 0;
}

static double psnr(const std::vector<float_3>& a, const std::vector<float_3>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double(hc::dot(a[i] - b[i], a[i] - b[i])) / 3;
  return -10 * std::log10(sum / double(a.size()));
}
/// The mean structural similarity of the luminance in windows of 8 x 8 pixels.
static double ssim(const std::vector<float_3>& a, const std::vector<float_3>& b, int width, int height) {
  double sum = 0;
  int windows = 0;
  for (int top = 0; top + 8 <= height; top += 4)
    for (int left = 0; left + 8 <= width; left += 4, ++windows) {
      double ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
      for (int k = 0; k < 64; ++k) {
        const std::size_t i = std::size_t(top + k / 8) * width + left + k % 8;
        const double x = 0.3 * a[i][0] + 0.59 * a[i][1] + 0.11 * a[i][2];
        const double y = 0.3 * b[i][0] + 0.59 * b[i][1] + 0.11 * b[i][2];
        ma += x / 64, mb += y / 64, aa += x * x / 64, bb += y * y / 64, ab += x * y / 64;
      }
      sum += (2 * ma * mb + 1e-4) * (2 * (ab - ma * mb) + 9e-4) /
             ((ma * ma + mb * mb + 1e-4) * (aa - ma * ma + bb - mb * mb + 9e-4));
    }
  return sum / windows;
}

static void measure(const hc::extent<2>& e) {
  for (const hc::accelerator& a : application::all_devices<hc::accelerator>()) {
    const hc::accelerator_view on = hc::accelerator(a).get_default_view();
    Warper w(e);
    render(on, w.before, 0, true, 0.5f);
    render(on, w.after, 0.5f, false, 0.5f);
    for (const Method method : {by_scatter, by_forward_gather, by_both})
      std::printf(
          "%-40s %d x %d, %-20s: %8.2f ms\n", application::name_of(a).c_str(), e[1], e[0], names[method],
          1e3 * application::seconds([&] { w.warp(on, method, 0.5f), hc::accelerator_view(on).wait(); }));
  }
}

int main(int argc, char** argv) {
  application::Options options(argc, argv,
                               {{"--width", "320", "of the frames, in pixels"},
                                {"--height", "180", "of the frames"},
                                {"--frames", "4", "rendered ones; three are made between each two"},
                                {"--picture", "FILE.png", "write all frames as an animation"},
                                {"--benchmark", "", "print milliseconds of each accelerator, and end"}});
  const int width = options.number("--width", 16, 8192), height = options.number("--height", 16, 8192);
  const int frames = options.number("--frames", 2, 1000);
  const hc::extent<2> e(height, width);
  if (options.given("--benchmark")) return measure(e), 0;

  const hc::accelerator_view on = hc::accelerator().get_default_view();
  const float interval = 0.2f;
  Warper w(e);
  Frame truth(e);
  double quality[4] = {}, similarity[4] = {};
  std::vector<application::Picture> pictures;
  int made = 0;
  for (int k = 0; k + 1 < frames; ++k) {
    const float time = interval * float(k);
    render(on, w.before, time, true, interval);
    render(on, w.after, time + interval, false, interval);
    for (int quarter = options.given("--picture") ? 0 : 1; quarter < 4; ++quarter) {
      const float part = 0.25f * float(quarter);
      render(on, truth, time + part * interval, true, interval);
      std::vector<float_3> wanted(std::size_t(width) * height);
      hc::copy(truth.colour, wanted.begin());
      made += quarter > 0;
      for (const Method method : {by_none, by_scatter, by_forward_gather, by_both}) {
        w.warp(on, method, part);
        const std::vector<float_3> got = w.pixels();
        if (quarter > 0)
          quality[method] += psnr(got, wanted), similarity[method] += ssim(got, wanted, width, height);
        if (method != by_both || !options.given("--picture")) continue;
        pictures.emplace_back(width, height);
        for (int i = 0; i < width * height; ++i) pictures.back().set(i % width, i / width, &got[i][0]);
      }
    }
    application::progress("frame", k + 2, frames);
  }
  if (!pictures.empty()) application::write_png(options.text("--picture"), pictures);
  for (const Method method : {by_none, by_scatter, by_forward_gather, by_both})
    std::printf("%-20s PSNR %5.2f dB, SSIM %.4f\n", names[method], quality[method] / made,
                similarity[method] / made);
  const double better[] = {2, 3, 5};  // decibels
  bool good = true;
  for (const Method method : {by_scatter, by_forward_gather, by_both})
    good = good && quality[method] / made > quality[by_none] / made + better[method] &&
           similarity[method] > similarity[by_none];
  float pixel[4] = {0.1f, 0.2f, 0.3f, 1}, depth = 2, result[4];
  const unsigned still = pack_3d(float_3(0));
  good = good && warp_frame(pixel, &depth, &still, 1, 1, 0.5f, result) == 0 && result[2] == 0.3f &&
         warp_frame(pixel, &depth, &still, 0, 1, 0.5f, result) == 1 &&
         unpack_3d(pack_3d(float_3(-3.125f, 100, -0.5f))) == float_3(-3.125f, 100, -0.5f);
  return application::verdict(good, std::to_string(made) + " frames between " + std::to_string(frames));
}
