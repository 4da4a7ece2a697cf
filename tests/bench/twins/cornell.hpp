// The twin of samples/applications/cornell.cpp: four paths of four bounces for each pixel.
#pragma once
#include "twin.hpp"

struct Quad {
  Vec corner, normal, first, second;
  int colour;
};
enum Colour { white, red, green, lamp };

struct Box {
  Quad quads[16];
  Vec albedos[4], lamp_corner, lamp_u, lamp_v, emission;
};

inline Box make_box() {
  Box box = {{},
             {{0.73f, 0.73f, 0.73f}, {0.63f, 0.065f, 0.05f}, {0.14f, 0.45f, 0.091f}, {0, 0, 0}},
             {213, 548.7f, 227},
             {130, 0, 0},
             {0, 0, 105},
             {17, 12, 5}};
  const struct {
    Vec at, u, v;
    int colour;
  } given[16] = {{{0, 0, 0}, {0, 0, 559}, {553, 0, 0}, white},
                 {{0, 549, 0}, {553, 0, 0}, {0, 0, 559}, white},
                 {{0, 0, 559}, {0, 549, 0}, {553, 0, 0}, white},
                 {{553, 0, 0}, {0, 0, 559}, {0, 549, 0}, red},
                 {{0, 0, 0}, {0, 549, 0}, {0, 0, 559}, green},
                 {box.lamp_corner, box.lamp_u, box.lamp_v, lamp},
                 {{130, 165, 65}, {-48, 0, 160}, {160, 0, 49}, white},
                 {{130, 0, 65}, {0, 165, 0}, {160, 0, 49}, white},
                 {{130, 0, 65}, {-48, 0, 160}, {0, 165, 0}, white},
                 {{290, 0, 114}, {0, 165, 0}, {-48, 0, 160}, white},
                 {{82, 0, 225}, {160, 0, 49}, {0, 165, 0}, white},
                 {{423, 330, 247}, {-158, 0, 49}, {49, 0, 160}, white},
                 {{423, 0, 247}, {0, 330, 0}, {-158, 0, 49}, white},
                 {{423, 0, 247}, {49, 0, 160}, {0, 330, 0}, white},
                 {{265, 0, 296}, {0, 330, 0}, {49, 0, 160}, white},
                 {{472, 0, 407}, {0, 330, 0}, {-158, 0, 49}, white}};
  for (int i = 0; i < 16; ++i) {
    const Vec n = cross(given[i].u, given[i].v);
    const float scale = 1 / dot(n, n);
    box.quads[i] = {given[i].at, n, cross(given[i].v, n) * scale, cross(n, given[i].u) * scale,
                    given[i].colour};
  }
  return box;
}

BOTH inline float meet(const Quad& q, Vec origin, Vec direction) {
  const float along = dot(q.normal, direction);
  if (along == 0) return -1;
  const float t = dot(q.normal, q.corner - origin) / along;
  const Vec at = origin + direction * t - q.corner;
  const float u = dot(at, q.first), v = dot(at, q.second);
  return u >= 0 && u <= 1 && v >= 0 && v <= 1 ? t : -1;
}

BOTH inline Vec from_lamp(const Box& box, Vec at, Vec n, Random& random) {
  const float u = random.uniform(), v = random.uniform();
  const Vec way = box.lamp_corner + box.lamp_u * u + box.lamp_v * v - at;
  const float r2 = dot(way, way), r = sqrtf(r2);
  const Vec direction = way * (1 / r);
  const float here = dot(n, direction), there = direction.y;
  if (here <= 0 || there <= 0) return {0, 0, 0};
  for (int i = 0; i < 16; ++i) {
    const float t = meet(box.quads[i], at, direction);
    if (t > 0.01f && t < r - 0.5f) return {0, 0, 0};
  }
  return box.emission * (here * there * box.lamp_u.x * box.lamp_v.z / (3.14159265f * r2));
}

BOTH inline Vec diffuse(Vec n, Random& random) {
  const float angle = 6.2831853f * random.uniform(), r2 = random.uniform(), r = sqrtf(r2);
  const Vec aside = normalize(cross(n, n.x * n.x > 0.5f ? Vec{0, 1, 0} : Vec{1, 0, 0}));
  return aside * (r * cosf(angle)) + cross(n, aside) * (r * sinf(angle)) + n * sqrtf(1 - r2);
}

template <int Bounces>
BOTH Vec trace(const Box& box, Vec origin, Vec direction, Random& random) {
  Vec light = {0, 0, 0}, weight = {1, 1, 1};
  for (int bounce = 0; bounce < Bounces; ++bounce) {
    float nearest = 1e30f;
    int which = -1;
    for (int i = 0; i < 16; ++i) {
      const float t = meet(box.quads[i], origin, direction);
      if (t > 0.01f && t < nearest) nearest = t, which = i;
    }
    if (which < 0) break;
    const Quad& q = box.quads[which];
    if (q.colour == lamp) {
      if (bounce == 0) light = box.emission;
      break;
    }
    const Vec n = normalize(dot(q.normal, direction) < 0 ? q.normal : q.normal * -1.0f);
    const Vec at = origin + direction * nearest;
    weight = weight * box.albedos[q.colour];
    light = light + weight * from_lamp(box, at, n, random);
    origin = at, direction = diffuse(n, random);
  }
  return light;
}

inline void run_cornell(int side) {
  const Box box = make_box();
  Memory<Vec> sums(std::size_t(side) * side);
  Vec* const to = sums.data;
  const double seconds = least_seconds(
      [&] {
        for_grid(side, side, 1, [=] BOTH(int x, int y, int) {
          const int pixel = y * side + x;
          Vec sum = to[pixel];
          for (int s = 0; s < 4; ++s) {
            Random random(1, pixel, std::uint64_t(s) * 64);
            const float px = (x + random.uniform()) / side, py = (y + random.uniform()) / side;
            const Vec way = normalize({(0.5f - px) * 0.7f, (0.5f - py) * 0.7f, 1});
            const Vec light = trace<4>(box, {278, 273, -800}, way, random);
            sum = sum + Vec{fminf(light.x, 1), fminf(light.y, 1), fminf(light.z, 1)};
          }
          to[pixel] = sum;
        });
      },
      3);
  double red_light = 0;
  for (const Vec& v : sums.read()) red_light += v.x / (16.0 * side * side);  // four calls of four paths
  std::fprintf(stderr, "mean of the red light: %.4f\n", red_light);
  figure("cornell 4", 4e-6 * side * side / seconds, "million paths a second",
         red_light > 0.098 && red_light < 0.104);
}
