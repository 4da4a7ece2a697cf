// Gravity of many bodies, each upon each: tiles of bodies in group memory, several bodies a work-item.
// --help lists the options; without any it checks accelerations and energy and prints PASSED.
#include <hc.hpp>
#include <hc_random.hpp>
#include <hc_vector_math.hpp>

#include "application.hpp"

using hc::short_vector::float_3;
using hc::short_vector::float_4;

/// What the compiler is to know of a simulation. Softening keeps close encounters finite; a damping below 1
/// takes speed away.
template <int Tile, int Each>
struct Parameters {
  static constexpr int tile = Tile;  // work-items, and bodies in group memory
  static constexpr int each = Each;  // bodies of a work-item
  static constexpr float softening = 0.05f;
  static constexpr float damping = 1.0f;
};

/// Positions with the mass as the fourth component, and velocities.
struct Bodies {
  std::vector<float_4> place;
  std::vector<float_3> speed;
};

static float_3 pull(const float_3& me, const float_4& other, float softening) [[cpu, hc]] {
  const float_3 apart = float_3(other[0], other[1], other[2]) - me;
  const float r2 = hc::dot(apart, apart) + softening * softening;
  const float inverse = hc::precise_math::rsqrt(r2);
  return apart * float_3(other[3] * inverse * inverse * inverse);
}

/// Kick and drift: the accelerations at `from` change the speeds, these the places.
template <class P>
static void step(const hc::accelerator_view& on, const hc::array<float_4>& from, hc::array<float_4>& to,
                 hc::array<float_3>& speed, float time) {
  const int n = from.get_extent()[0];
  hc::parallel_for_each(on, hc::extent<1>(n / P::each).tile(P::tile),
                        [=, &from, &to, &speed](hc::tiled_index<1> t) [[hc]] {
                          tile_static float_4 near[P::tile];
                          const int local = t.local[0], count = n / P::each;
                          float_3 me[P::each], sum[P::each];
                          for (int k = 0; k < P::each; ++k) {
                            const float_4 own = from[t.global[0] + k * count];
                            me[k] = float_3(own[0], own[1], own[2]);
                          }
                          for (int start = 0; start < n; start += P::tile) {
                            near[local] = from[start + local];
                            t.barrier.wait();
#pragma unroll 8
                            for (int j = 0; j < P::tile; ++j)
                              for (int k = 0; k < P::each; ++k) sum[k] += pull(me[k], near[j], P::softening);
                            t.barrier.wait();
                          }
                          for (int k = 0; k < P::each; ++k) {
                            const int i = t.global[0] + k * count;
                            const float_3 v = (speed[i] + sum[k] * float_3(time)) * float_3(P::damping);
                            const float_3 x = me[k] + v * float_3(time);
                            speed[i] = v;
                            to[i] = float_4(x[0], x[1], x[2], from[i][3]);
                          }
                        });
}

/// A disc of stars around a heavy one, in circular orbits, whose total mass is 1.
static Bodies disc(int n) {
  Bodies made{std::vector<float_4>(n), std::vector<float_3>(n)};
  made.place[0] = float_4(0, 0, 0, 0.5f);
  for (int i = 1; i < n; ++i) {
    hc::random_stream random(7, i);
    const float radius = 0.3f + std::sqrt(random.uniform()), angle = 6.2831853f * random.uniform();
    const float inside = 0.5f + 0.5f * std::min(1.0f, (radius - 0.3f) * (radius - 0.3f));
    const float speed = std::sqrt(inside / radius);
    made.place[i] = float_4(radius * std::cos(angle), radius * std::sin(angle), 0.05f * random.normal(),
                            0.5f / float(n - 1));
    made.speed[i] = float_3(-speed * std::sin(angle), speed * std::cos(angle), 0);
  }
  return made;
}

/// Kinetic and potential energy, in double.
static double energy(const Bodies& b, double softening) {
  double sum = 0;
  const int n = int(b.place.size());
  for (int i = 0; i < n; ++i) {
    const float_4& p = b.place[i];
    sum += 0.5 * p[3] * double(hc::dot(b.speed[i], b.speed[i]));
    for (int j = 0; j < i; ++j) {
      double r2 = softening * softening;
      for (int c = 0; c < 3; ++c) r2 += (double(p[c]) - b.place[j][c]) * (double(p[c]) - b.place[j][c]);
      sum -= double(p[3]) * b.place[j][3] / std::sqrt(r2);
    }
  }
  return sum;
}

/// The simulation's state on an accelerator.
template <class P>
class Simulation {
 public:
  Simulation(const hc::accelerator_view& on, const Bodies& start)
      : on_(on),
        one_(hc::extent<1>(int(start.place.size())), start.place.begin(), on),
        two_(hc::extent<1>(int(start.place.size())), on),
        speed_(hc::extent<1>(int(start.place.size())), start.speed.begin(), on) {}
  void two_steps(float time) {
    step<P>(on_, one_, two_, speed_, time);
    step<P>(on_, two_, one_, speed_, time);
  }
  void wait() { on_.wait(); }
  Bodies bodies() const {
    Bodies now{std::vector<float_4>(one_.get_extent().size()),
               std::vector<float_3>(one_.get_extent().size())};
    hc::copy(one_, now.place.begin());
    hc::copy(speed_, now.speed.begin());
    return now;
  }

 private:
  hc::accelerator_view on_;
  hc::array<float_4> one_, two_;
  hc::array<float_3> speed_;
};

/// The largest relative error of 16 bodies' accelerations, which a first step from rest gives, against sums
/// in double.
template <class P>
static double worst_error(const hc::accelerator_view& on, Bodies start) {
  const int n = int(start.place.size());
  for (float_3& v : start.speed) v = float_3(0);
  hc::array<float_4> from(hc::extent<1>(n), start.place.begin(), on), to(hc::extent<1>(n), on);
  hc::array<float_3> speed(hc::extent<1>(n), start.speed.begin(), on);
  step<P>(on, from, to, speed, 1.0f);  // in a time of 1: the speed is the acceleration
  std::vector<float_3> got(n);
  hc::copy(speed, got.begin());
  double worst = 0;
  for (int i = 0; i < n; i += n / 16) {
    double want[3] = {}, error = 0, size = 0;
    for (const float_4& other : start.place) {
      double apart[3], r2 = double(P::softening) * P::softening;
      for (int c = 0; c < 3; ++c) apart[c] = double(other[c]) - start.place[i][c], r2 += apart[c] * apart[c];
      for (int c = 0; c < 3; ++c) want[c] += apart[c] * other[3] / (r2 * std::sqrt(r2));
    }
    for (int c = 0; c < 3; ++c)
      error += (want[c] - got[i][c]) * (want[c] - got[i][c]), size += want[c] * want[c];
    const double relative = std::sqrt(error / size);
    if (!(relative <= worst)) worst = relative;  // a NaN stays
  }
  return worst;
}

/// Seen from above at an angle; brightness grows with the number of bodies in a pixel.
static application::Picture draw(const Bodies& b, int side) {
  std::vector<float> light(std::size_t(side) * side);
  for (const float_4& p : b.place) {
    const int x = int((p[0] / 3.4f + 0.5f) * float(side)),
              y = int((p[1] * 0.6f + p[2] * 0.8f) / 3.4f * float(side));
    const int row = side / 2 - y;
    if (x >= 0 && x < side && row >= 0 && row < side) light[std::size_t(row) * side + x] += 1;
  }
  application::Picture picture(side, side);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const float l = 1 - std::exp(-0.35f * light[std::size_t(y) * side + x]);
      const float rgb[3] = {l, l * l * 0.9f + 0.1f * l, l * l * l};
      picture.set(x, y, rgb);
    }
  return picture;
}

template <class P>
static void measure(const hc::accelerator& a, int n) {
  Simulation<P> simulation(a.get_default_view(), disc(n));
  const double s = application::seconds([&] { simulation.two_steps(1e-3f), simulation.wait(); }) / 2;
  std::printf("%-60s tile %3d, %d a work-item: %8.1f GFLOPS at 19 operations a pair\n",
              application::name_of(a).c_str(), P::tile, P::each, 19e-9 * n * n / s);
}

int main(int argc, char** argv) {
  application::Options options(argc, argv,
                               {{"--bodies", "4096", "their number, a multiple of 512"},
                                {"--steps", "60", "of the simulation, in pairs"},
                                {"--picture", "FILE.png", "draw them at the end"},
                                {"--frames", "FILE.png", "draw them 20 times on the way, as an animation"},
                                {"--benchmark", "", "print GFLOPS of each accelerator and tile, and end"}});
  const int n = options.number("--bodies", 512, 1 << 22), steps = options.number("--steps", 1, 1 << 20);
  if (n % 512 != 0) application::refuse("--bodies is a multiple of 512, not " + std::to_string(n));
  if (options.given("--benchmark")) {
    for (const hc::accelerator& a : application::all_devices<hc::accelerator>()) {
      measure<Parameters<64, 1>>(a, n);
      measure<Parameters<128, 1>>(a, n);
      measure<Parameters<256, 1>>(a, n);
      measure<Parameters<256, 2>>(a, n);
    }
    return 0;
  }
  typedef Parameters<128, 1> P;
  const hc::accelerator_view on = hc::accelerator().get_default_view();
  const Bodies start = disc(n);
  const double error = std::max(worst_error<P>(on, start), worst_error<Parameters<256, 2>>(on, start));
  Simulation<P> simulation(on, start);
  std::vector<application::Picture> frames;
  for (int i = 0; i < steps / 2; ++i) {
    simulation.two_steps(2e-3f);
    if (options.given("--frames") && i % std::max(1, steps / 40) == 0)
      frames.push_back(draw(simulation.bodies(), 200));
    if (i % 16 == 0) simulation.wait(), application::progress("step", 2 * i, steps);
  }
  application::progress("step", steps, steps);
  const Bodies end = simulation.bodies();
  const double before = energy(start, P::softening), after = energy(end, P::softening);
  const double drift = std::fabs((after - before) / before);
  if (options.given("--picture")) application::write_png(options.text("--picture"), {draw(end, 400)});
  if (!frames.empty()) application::write_png(options.text("--frames"), frames);
  std::printf("accelerations: relative error %.2g; energy: %.6f, then %.6f\n", error, before, after);
  return application::verdict(error < 1e-4 && drift < 2e-3,
                              std::to_string(n) + " bodies, " + std::to_string(steps) + " steps");
}
