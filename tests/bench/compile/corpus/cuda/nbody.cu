// The twin of ../nbody.cpp in CUDA.
#include "../vectors.hpp"

struct Body {
  Vec3<float> place, speed;
  float mass;
};

__global__ void step_kernel(Body* bodies, int count, float dt) {
  __shared__ float x[128], y[128], z[128], m[128];
  Body& stored = bodies[blockIdx.x * 128 + threadIdx.x];
  Body own = stored;
  Vec3<float> force{0, 0, 0};
  for (int first = 0; first < count; first += 128) {
    const Body& other = bodies[first + threadIdx.x];
    x[threadIdx.x] = other.place.x;
    y[threadIdx.x] = other.place.y;
    z[threadIdx.x] = other.place.z;
    m[threadIdx.x] = other.mass;
    __syncthreads();
    for (int j = 0; j < 128; ++j) {
      const Vec3<float> d = Vec3<float>{x[j], y[j], z[j]} - own.place;
      const float r = 1 / std::sqrt(d.dot(d) + 1e-6f);
      force = force + d * (m[j] * r * r * r);
    }
    __syncthreads();
  }
  own.speed = own.speed + force * dt;
  own.place = own.place + own.speed * dt;
  stored = own;
}

void step(Body* bodies, int count, float dt) { step_kernel<<<count / 128, 128>>>(bodies, count, dt); }
