// A tiled n-body step with types of a shared header.
#include <hc.hpp>

#include "vectors.hpp"

struct Body {
  Vec3<float> place, speed;
  float mass;
};

void step(hc::array_view<Body> bodies, int count, float dt) {
  hc::parallel_for_each(bodies.get_extent().tile(128), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static float x[128], y[128], z[128], m[128];
    Body own = bodies[t.global];
    Vec3<float> force{0, 0, 0};
    for (int first = 0; first < count; first += 128) {
      const Body& other = bodies[first + t.local[0]];
      x[t.local[0]] = other.place.x;
      y[t.local[0]] = other.place.y;
      z[t.local[0]] = other.place.z;
      m[t.local[0]] = other.mass;
      t.barrier.wait();
      for (int j = 0; j < 128; ++j) {
        const Vec3<float> d = Vec3<float>{x[j], y[j], z[j]} - own.place;
        const float r = 1 / std::sqrt(d.dot(d) + 1e-6f);
        force = force + d * (m[j] * r * r * r);
      }
      t.barrier.wait();
    }
    own.speed = own.speed + force * dt;
    own.place = own.place + own.speed * dt;
    bodies[t.global] = own;
  });
}
