// Parts of applications, as one function of a work-item for HC and OpenMP: small vectors as structures,
// random numbers, tiles that barriers lead from step to step. Define HC_CODE as for divergent.hpp.
#pragma once
#include "divergent.hpp"

namespace applications {
using divergent::letters;
using divergent::numbers;
using divergent::report_sum;
using divergent::sum_of;

constexpr int points = 1 << 17, clusters = 32, dimensions = 4;   // k-means
constexpr int paths = 1 << 14, steps = 64;                       // Monte Carlo
constexpr int wide = 256, high = 192, samples = 4, bounces = 5;  // path tracing
constexpr int length = 2048, tile = 64, tiles = length / tile;   // alignment of two words, tile by tile

// --- k-means: the points' nearest clusters, of structures of coordinates
struct Point {
  float at[dimensions];
};

inline int nearest(const Point& point, const Point* centres) HC_CODE {
  float least = 3e38f;
  int best = 0;
  for (int k = 0; k < clusters; ++k) {
    float distance = 0;
    for (int d = 0; d < dimensions; ++d) {
      const float apart = point.at[d] - centres[k].at[d];
      distance += apart * apart;
    }
    if (distance < least) {
      least = distance;
      best = k;
    }
  }
  return best;
}

// --- Monte Carlo: an option whose price is looked at in each step
inline std::uint32_t next_random(std::uint32_t& state) HC_CODE {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

inline float uniform(std::uint32_t& state) HC_CODE {
  return float(next_random(state) >> 8) * (1.0f / 16777216.0f);
}

inline float path(int i) HC_CODE {
  std::uint32_t state = std::uint32_t(i) * 2654435761u + 12345u;
  float price = 100, sum = 0;
  for (int s = 0; s < steps; ++s) {
    float normal = -6;
    for (int k = 0; k < 12; ++k) normal += uniform(state);
    price *= 1.0f + 0.0002f + 0.02f * normal;
    sum += price;
  }
  const float mean = sum / float(steps);
  return mean > 100 ? mean - 100 : 0;
}

// --- path tracing: a few spheres
struct Vec {
  float x, y, z;
};

inline Vec operator+(const Vec& a, const Vec& b) HC_CODE { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator-(const Vec& a, const Vec& b) HC_CODE { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator*(const Vec& a, float by) HC_CODE { return {a.x * by, a.y * by, a.z * by}; }
inline Vec operator*(const Vec& a, const Vec& b) HC_CODE { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline float dot(const Vec& a, const Vec& b) HC_CODE { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec normal(const Vec& a) HC_CODE { return a * (1.0f / std::sqrt(dot(a, a))); }

struct Sphere {
  Vec centre;
  float radius;
  Vec colour;
  float light;
};

constexpr int spheres = 6;

struct Ray {
  Vec from, to;
};

struct Hit {
  float distance;
  int sphere;
};

inline Hit hit(const Ray& ray, const Sphere* scene) HC_CODE {
  Hit found{1e20f, -1};
  for (int s = 0; s < spheres; ++s) {
    const Vec apart = scene[s].centre - ray.from;
    const float along = dot(apart, ray.to);
    const float square = along * along - dot(apart, apart) + scene[s].radius * scene[s].radius;
    if (square < 0) continue;
    const float root = std::sqrt(square);
    float distance = along - root;
    if (distance < 1e-3f) distance = along + root;
    if (distance > 1e-3f && distance < found.distance) found = {distance, s};
  }
  return found;
}

inline Vec in_sphere(std::uint32_t& state) HC_CODE {
  for (;;) {
    const Vec v{2 * uniform(state) - 1, 2 * uniform(state) - 1, 2 * uniform(state) - 1};
    if (dot(v, v) < 1) return v;
  }
}

inline Vec radiance(Ray ray, const Sphere* scene, std::uint32_t& state) HC_CODE {
  Vec light{0, 0, 0}, weight{1, 1, 1};
  for (int bounce = 0; bounce < bounces; ++bounce) {
    const Hit found = hit(ray, scene);
    if (found.sphere < 0) return light + weight * Vec{0.2f, 0.3f, 0.4f};
    const Sphere& sphere = scene[found.sphere];
    light = light + weight * sphere.light;
    weight = weight * sphere.colour;
    const Vec at = ray.from + ray.to * found.distance;
    Vec up = normal(at - sphere.centre);
    if (dot(up, ray.to) > 0) up = up * -1.0f;
    ray = {at, normal(up + in_sphere(state) * 0.99f)};
  }
  return light;
}

inline Vec pixel(const Sphere* scene, int i) HC_CODE {
  std::uint32_t state = std::uint32_t(i) * 2654435761u + 1;
  Vec sum{0, 0, 0};
  for (int s = 0; s < samples; ++s) {
    const float x = (float(i % wide) + uniform(state)) / wide - 0.5f,
                y = (float(i / wide) + uniform(state)) / high - 0.5f;
    sum = sum + radiance({{0, 0, -4}, normal({x, y, 1})}, scene, state);
  }
  return sum * (1.0f / samples);
}

inline std::vector<Sphere> make_scene() {
  return {{{0, -101, 0}, 100, {0.8f, 0.8f, 0.8f}, 0},
          {{0, 0, 0}, 1, {0.9f, 0.3f, 0.3f}, 0},
          {{1.5f, -0.3f, -0.5f}, 0.7f, {0.3f, 0.9f, 0.3f}, 0},
          {{-1.5f, -0.3f, -0.5f}, 0.7f, {0.3f, 0.3f, 0.9f}, 0},
          {{0, 4, 0}, 1.5f, {1, 1, 1}, 3},
          {{0.2f, -0.7f, -1.5f}, 0.3f, {0.9f, 0.9f, 0.2f}, 0.2f}};
}
}  // namespace applications
