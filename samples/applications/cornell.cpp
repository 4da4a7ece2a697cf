// A path tracer of the Cornell box: light that leaves a lamp, bounces off diffuse walls and blocks and meets
// the eye. Each pixel has its own stream of random numbers, so that all devices draw the same picture.
// --help lists the options; without any it checks the light and how the error falls, and prints PASSED.
#include <hc.hpp>
#include <hc_random.hpp>
#include <hc_vector_math.hpp>

#include "application.hpp"

using hc::short_vector::float_3;

/// A parallelogram, and what its intersection with a ray needs.
struct Quad {
  float_3 corner, normal, first, second;  // dot(point - corner, first) is the place along the first edge
  int colour;

  constexpr Quad(const float_3& at, const float_3& u, const float_3& v, int colour_)
      : corner(at),
        normal(hc::cross(u, v)),
        first(hc::cross(v, hc::cross(u, v)) / float_3(hc::dot(hc::cross(u, v), hc::cross(u, v)))),
        second(hc::cross(hc::cross(u, v), u) / float_3(hc::dot(hc::cross(u, v), hc::cross(u, v)))),
        colour(colour_) {}
};

enum Colour { white, red, green, lamp };
constexpr float_3 albedos[] = {
    {0.73f, 0.73f, 0.73f}, {0.63f, 0.065f, 0.05f}, {0.14f, 0.45f, 0.091f}, {0, 0, 0}};
constexpr float_3 lamp_corner(213, 548.7f, 227), lamp_u(130, 0, 0), lamp_v(0, 0, 105), emission(17, 12, 5);

// The box as it was measured in Cornell, in millimetres; blocks without their undersides.
constexpr Quad scene[] = {
    {{0, 0, 0}, {0, 0, 559}, {553, 0, 0}, white},
    {{0, 549, 0}, {553, 0, 0}, {0, 0, 559}, white},
    {{0, 0, 559}, {0, 549, 0}, {553, 0, 0}, white},
    {{553, 0, 0}, {0, 0, 559}, {0, 549, 0}, red},
    {{0, 0, 0}, {0, 549, 0}, {0, 0, 559}, green},
    {lamp_corner, lamp_u, lamp_v, lamp},
    {{130, 165, 65}, {-48, 0, 160}, {160, 0, 49}, white},
    {{130, 0, 65}, {0, 165, 0}, {160, 0, 49}, white},
    {{130, 0, 65}, {-48, 0, 160}, {0, 165, 0}, white},
    {{290, 0, 114}, {0, 165, 0}, {-48, 0, 160}, white},
    {{82, 0, 225}, {160, 0, 49}, {0, 165, 0}, white},
    {{423, 330, 247}, {-158, 0, 49}, {49, 0, 160}, white},
    {{423, 0, 247}, {0, 330, 0}, {-158, 0, 49}, white},
    {{423, 0, 247}, {49, 0, 160}, {0, 330, 0}, white},
    {{265, 0, 296}, {0, 330, 0}, {49, 0, 160}, white},
    {{472, 0, 407}, {0, 330, 0}, {-158, 0, 49}, white},
};
constexpr int quads = int(sizeof scene / sizeof scene[0]);

struct Ray {
  float_3 origin, direction;
};

/// The distance along the ray, or a negative number.
static float meet(const Quad& q, const Ray& ray) [[cpu, hc]] {
  const float along = hc::dot(q.normal, ray.direction);
  if (along == 0) return -1;
  const float t = hc::dot(q.normal, q.corner - ray.origin) / along;
  const float_3 at = ray.origin + ray.direction * float_3(t) - q.corner;
  const float u = hc::dot(at, q.first), v = hc::dot(at, q.second);
  return u >= 0 && u <= 1 && v >= 0 && v <= 1 ? t : -1;
}

/// What f says of the quads that the ray meets before `limit`, until it says true.
template <class F>
static bool for_each_hit(const Ray& ray, const float& limit, F f) [[cpu, hc]] {
  for (int i = 0; i < quads; ++i) {
    const float t = meet(scene[i], ray);
    if (t > 0.01f && t < limit && f(i, t)) return true;
  }
  return false;
}

/// Paths of light, each followed backwards over at most so many surfaces.
template <int Bounces, class Random>
class Tracer {
 public:
  Tracer(Random& random) [[cpu, hc]] : random_(random) {}

  float_3 trace(Ray ray) [[cpu, hc]] {
    float_3 light, weight(1);
    for (int bounce = 0; bounce < Bounces; ++bounce) {
      float nearest = 1e30f;
      int which = -1;
      for_each_hit(ray, nearest, [&](auto i, auto t) {
        nearest = t, which = i;
        return false;
      });
      if (which < 0) break;
      if (scene[which].colour == lamp) {
        if (bounce == 0) light = emission;  // later its light comes by from_lamp
        break;
      }
      const float_3 n =
          hc::normalize(hc::faceforward(scene[which].normal, ray.direction, scene[which].normal));
      const float_3 at = ray.origin + ray.direction * float_3(nearest);
      weight *= albedos[scene[which].colour];
      light += weight * from_lamp(at, n);
      ray = Ray{at, diffuse(n)};
    }
    return light;
  }

 private:
  /// The lamp's light at a point, by one point of the lamp.
  float_3 from_lamp(const float_3& at, const float_3& n) [[cpu, hc]] {
    const float u = random_.uniform(), v = random_.uniform();
    const float_3 way = lamp_corner + lamp_u * float_3(u) + lamp_v * float_3(v) - at;
    const float r2 = hc::dot(way, way), r = hc::precise_math::sqrt(r2);
    const Ray shadow{at, way / float_3(r)};
    const float here = hc::dot(n, shadow.direction), there = shadow.direction[1];  // the lamp looks down
    const float end = r - 0.5f;
    if (here <= 0 || there <= 0 || for_each_hit(shadow, end, [](auto, auto) { return true; }))
      return float_3();
    constexpr float area = lamp_u[0] * lamp_v[2];
    return emission * float_3(here * there * area / (3.14159265f * r2));
  }
  /// A direction whose probability falls with the cosine.
  float_3 diffuse(const float_3& n) [[cpu, hc]] {
    const float angle = 6.2831853f * random_.uniform(), r2 = random_.uniform();
    const float_3 aside =
        hc::normalize(hc::cross(n, n[0] * n[0] > 0.5f ? float_3(0, 1, 0) : float_3(1, 0, 0)));
    const float r = hc::precise_math::sqrt(r2);
    return aside * float_3(r * hc::precise_math::cos(angle)) +
           hc::cross(n, aside) * float_3(r * hc::precise_math::sin(angle)) +
           n * float_3(hc::precise_math::sqrt(1 - r2));
  }

  Random& random_;
};

/// From the eye through a point of the picture: x and y from 0 to 1, from its upper left.
static Ray through(float x, float y) [[cpu, hc]] {
  return Ray{float_3(278, 273, -800), hc::normalize(float_3((0.5f - x) * 0.7f, (0.5f - y) * 0.7f, 1))};
}

/// Adds `samples` paths to each pixel, those from number `first` on; none counts for more than `brightest`.
template <int Bounces>
static void render(const hc::accelerator_view& on, const hc::array_view<float_3>& sums, int side, int first,
                   int samples, unsigned seed, float brightest) {
  hc::parallel_for_each(on, hc::extent<2>(side, side), [=](hc::index<2> i) [[hc]] {
    const int pixel = i[0] * side + i[1];
    float_3 sum = sums[pixel];
    for (int s = first; s < first + samples; ++s) {
      hc::random_stream random(seed, pixel);
      random.discard(static_cast<std::uint64_t>(s) * 64);  // more than a path takes
      const float x = random.uniform(), y = random.uniform();
      Tracer<Bounces, hc::random_stream> tracer(random);
      const Ray ray = through((float(i[1]) + x) / float(side), (float(i[0]) + y) / float(side));
      sum += hc::min(tracer.trace(ray), brightest);
    }
    sums[pixel] = sum;
  });
}

/// The mean of so many paths for each pixel.
template <int Bounces>
static std::vector<float_3> picture(const hc::accelerator_view& on, int side, int samples, unsigned seed,
                                    float brightest) {
  std::vector<float_3> pixels(std::size_t(side) * side);
  hc::array_view<float_3> sums(side * side, pixels);
  for (int first = 0; first < samples; first += 16) {
    render<Bounces>(on, sums, side, first, std::min(16, samples - first), seed, brightest);
    on.wait();
    application::progress("sample", std::min(first + 16, samples), samples);
  }
  sums.synchronize();
  for (float_3& p : pixels) p /= float_3(float(samples));
  return pixels;
}

/// The root of the mean square of the difference.
static double difference(const std::vector<float_3>& a, const std::vector<float_3>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double(hc::dot(a[i] - b[i], a[i] - b[i])) / 3;
  return std::sqrt(sum / double(a.size()));
}

/// What the lamp alone sends from a point of the floor, by summing up over the lamp in double.
static double direct_light(double x, double z) {
  const int n = 200;
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) {
      const double dx = 213 + 130 * (i + 0.5) / n - x, dz = 227 + 105 * (k + 0.5) / n - z, dy = 548.7;
      const double r2 = dx * dx + dy * dy + dz * dz;
      sum += dy * dy / (r2 * r2);
    }
  return sum * 130 * 105 / (n * n) * 17 * 0.73 / 3.141592653589793;
}

static bool check_light(const hc::accelerator_view& on) {
  // The ray through this point meets the floor in front of the blocks, where nothing hides the lamp.
  const float px = 0.28f, py = 0.93f;
  const Ray eye = through(px, py);
  const double t = -double(eye.origin[1]) / double(eye.direction[1]);
  const double x = double(eye.origin[0]) + t * double(eye.direction[0]);
  const double z = double(eye.origin[2]) + t * double(eye.direction[2]);
  const int paths = 1 << 14;
  hc::array_view<float> red_light(paths);
  hc::parallel_for_each(on, red_light.get_extent(), [=](hc::index<1> i) [[hc]] {
    hc::random_stream random(3, i[0]);
    Tracer<1, hc::random_stream> tracer(random);
    red_light[i] = tracer.trace(through(px, py))[0];
  });
  double mean = 0;
  for (int i = 0; i < paths; ++i) mean += double(red_light[i]) / paths;
  const double want = direct_light(x, z);
  std::printf("light on the floor at (%.0f, %.0f): %.5f, by summation %.5f\n", x, z, mean, want);
  return std::fabs(mean / want - 1) < 0.005;
}

template <int Bounces>
static void measure(int side) {
  for (const hc::accelerator& a : application::all_devices<hc::accelerator>()) {
    const hc::accelerator_view on = hc::accelerator(a).get_default_view();
    hc::array_view<float_3> sums(side * side);
    const double s = application::seconds([&] { render<Bounces>(on, sums, side, 0, 4, 1, 1), on.wait(); }, 3);
    std::printf("%-40s %d bounces: %8.2f million paths a second\n", application::name_of(a).c_str(), Bounces,
                4e-6 * side * side / s);
  }
}

template <int Bounces>
static int run(application::Options& options, int side, int samples) {
  const hc::accelerator_view on = hc::accelerator().get_default_view();
  if (options.given("--benchmark")) return measure<Bounces>(side), 0;
  if (options.given("--picture")) {
    const std::vector<float_3> pixels = picture<Bounces>(on, side, samples, 1, emission[0]);
    application::Picture drawn(side, side);
    for (int i = 0; i < side * side; ++i) drawn.set(i % side, i / side, &pixels[i][0]);
    application::write_png(options.text("--picture"), {drawn});
    return application::verdict(true, "written");
  }
  const bool right = check_light(on);
  // Lamplight is cut: the few pixels at the lamp's edge would make most of the error.
  const std::vector<float_3> reference = picture<Bounces>(on, 24, 1024, 99, 1);
  double errors[3];
  for (int k = 0; k < 3; ++k) {
    double squares = 0;
    for (unsigned seed = 1; seed <= 8; ++seed) {
      const double error = difference(picture<Bounces>(on, 24, 4 << (2 * k), seed, 1), reference);
      squares += error * error / 8;
    }
    errors[k] = std::sqrt(squares);
  }
  std::printf("error of 4, 16 and 64 paths a pixel: %.4f, %.4f, %.4f\n", errors[0], errors[1], errors[2]);
  const double fall = std::log(errors[0] / errors[2]) / std::log(16.0);  // a half: with 1 / sqrt(paths)
  return application::verdict(
      right && fall > 0.42 && fall < 0.58,
      "the error falls with the paths' number to the power of " + std::to_string(-fall));
}

int main(int argc, char** argv) {
  application::Options options(argc, argv,
                               {{"--bounces", "4", "surfaces of a path at most: 1, 2, 4 or 8"},
                                {"--side", "128", "of the picture, in pixels"},
                                {"--samples", "64", "paths of a pixel"},
                                {"--picture", "FILE.png", "draw it"},
                                {"--benchmark", "", "print paths a second of each accelerator, and end"}});
  const int side = options.number("--side", 1, 8192), samples = options.number("--samples", 1, 1 << 20);
  switch (options.number("--bounces", 1, 8)) {
    case 1:
      return run<1>(options, side, samples);
    case 2:
      return run<2>(options, side, samples);
    case 4:
      return run<4>(options, side, samples);
    case 8:
      return run<8>(options, side, samples);
    default:
      application::refuse("--bounces is 1, 2, 4 or 8, not " + options.text("--bounces"));
  }
}
