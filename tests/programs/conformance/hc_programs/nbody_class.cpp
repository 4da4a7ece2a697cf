// rows: hc.programs.whole
#include <cmath>
#include <hc.hpp>
#include <hc_math.hpp>
#include <hc_short_vector.hpp>
#include <random>
using namespace hc;
using hc::short_vector::float3;
using hc::short_vector::float4;
class simulation {
  int n_;
  float eps_;
  std::vector<float4> pos_, vel_;
  array_view<float4> p_, v_;

 public:
  simulation(int n, float eps) : n_(n), eps_(eps), pos_(n), vel_(n), p_(n, pos_), v_(n, vel_) {
    std::mt19937 g(3);
    std::uniform_real_distribution<float> d(-1, 1);
    for (auto& p : pos_) p = float4(d(g), d(g), d(g), 1.0f / n);
    p_.refresh();
    v_.refresh();
  }
  void step(float dt) {
    array_view<float4> in = p_, vel = v_;
    const int n = n_;
    const float eps = eps_;
    array_view<float4> out(n);
    parallel_for_each(extent<1>(n).tile(64), [=](tiled_index<1> t) [[hc]] {
      tile_static float4 cache[64];
      float4 me = in[t.global];
      float3 acc(0);
      for (int b = 0; b < n / 64; ++b) {
        cache[t.local[0]] = in[b * 64 + t.local[0]];
        t.barrier.wait();
        for (int j = 0; j < 64; ++j) {
          float3 r = cache[j].xyz - me.xyz;
          float d = r.x * r.x + r.y * r.y + r.z * r.z + eps;
          float inv = fast_math::rsqrt(d);
          acc += r * (cache[j].w * inv * inv * inv);
        }
        t.barrier.wait();
      }
      float4 v = vel[t.global];
      v.xyz = v.xyz + acc * dt;
      vel[t.global] = v;
      me.xyz = me.xyz + v.xyz * dt;
      out[t.global] = me;
    });
    copy(out, p_);
  }
  float energy() const {
    float e = 0;
    for (int i = 0; i < n_; ++i) {
      float4 v = v_[i];
      e += v.x * v.x + v.y * v.y + v.z * v.z;
    }
    return e;
  }
  float momentum() const {
    float m = 0;
    for (int i = 0; i < n_; ++i) m += v_[i].x;
    return m;
  }
};
int main() {
  simulation s(256, 0.01f);
  for (int i = 0; i < 4; ++i) s.step(0.01f);
  return s.energy() > 0 && std::fabs(s.momentum()) < 1e-2f ? 0 : 1;
}
