// rows: hc.programs.whole
#include <hc.hpp>
#include <vector>
// how application classes launch kernels of their own members
struct config {
  float dt;
  int steps;
};
class solver {
 protected:
  hc::array_view<float> u_;
  hc::array<float> tmp_;
  config cfg_;
  float coef_[3];
  hc::accelerator_view av_;
  static constexpr int kBlock = 32;
  static float clampf(float x) [[hc, cpu]] { return x < 0 ? 0 : x; }
  float stencil(int i, int n) const [[hc]] {
    float l = i ? u_[i - 1] : 0, r = i + 1 < n ? u_[i + 1] : 0;
    return coef_[0] * l + coef_[1] * u_[i] + coef_[2] * r;
  }

 public:
  solver(std::vector<float>& d)
      : u_(d.size(), d),
        tmp_(d.size()),
        cfg_{0.1f, 3},
        coef_{0.25f, 0.5f, 0.25f},
        av_(hc::accelerator().create_view()) {}
  void run() {
    for (int s = 0; s < cfg_.steps; ++s) {
      apply();
      swap_back();
    }
  }
  void apply() {
    const int n = u_.get_extent()[0];
    hc::parallel_for_each(av_, u_.get_extent(), [=](hc::index<1> i) [[hc]] {
      tmp_[i] = clampf(stencil(i[0], n)) + cfg_.dt;
    }).wait();
  }
  void swap_back() {
    hc::parallel_for_each(av_, hc::extent<1>(u_.get_extent()).tile(kBlock),
                          [this](hc::tiled_index<1> t) [[hc]] { u_[t] = tmp_[t]; })
        .wait();
  }
  float at(int i) const { return u_[i]; }
};
struct derived : solver {
  using solver::solver;
  void twice() {
    hc::parallel_for_each(u_.get_extent(), [&](hc::index<1> i) [[hc]] {
      this->u_[i] *= 2;
      scaled(i);
    }).wait();
  }
  void scaled(hc::index<1> i) const [[hc]] { u_[i] += 1; }
};
int main() {
  std::vector<float> d(64, 1), ref(d);
  derived s(d);
  s.run();
  s.twice();
  for (int k = 0; k < 3; ++k) {
    std::vector<float> t(64);
    for (int i = 0; i < 64; ++i)
      t[i] = .25f * (i ? ref[i - 1] : 0) + .5f * ref[i] + .25f * (i < 63 ? ref[i + 1] : 0) + .1f;
    ref = t;
  }
  for (int i = 0; i < 64; ++i)
    if (std::abs(s.at(i) - (ref[i] * 2 + 1)) > 1e-5) return 1;
  return 0;
}
