// rows: hc.programs.whole
#include <hc.hpp>
#include <memory>
class Engine {
  struct Impl;
  std::unique_ptr<Impl> impl;

 public:
  Engine(int n);
  ~Engine();
  void step(int k);
  int get(int i) const;
  static int count;
};
int Engine::count = 0;
struct Engine::Impl {
  hc::accelerator_view av;
  hc::array<int> state;
  int n;
  Impl(int n_) : av(hc::accelerator().create_view()), state(n_, av), n(n_) {
    hc::array<int>& s = state;
    hc::parallel_for_each(av, s.get_extent(), [&s](hc::index<1> i) [[hc]] { s[i] = 0; }).wait();
  }
  void step(int k) {
    hc::parallel_for_each(av, state.get_extent(), [this, k](hc::index<1> i) [[hc]] {
      state[i] += k + n;
    }).wait();
  }
};
Engine::Engine(int n) : impl(new Impl(n)) { ++count; }
Engine::~Engine() = default;
void Engine::step(int k) {
  auto& s = impl->state;
  const int c = count;
  hc::parallel_for_each(impl->av, s.get_extent(), [=, &s](hc::index<1> i) [[hc]] { s[i] += k * c; }).wait();
  impl->step(1);
}
int Engine::get(int i) const {
  std::vector<int> h = impl->state;
  return h[i];
}
int main() {
  Engine e(16);
  e.step(3);
  e.step(4);
  return e.get(7) == 7 + 34 ? 0 : e.get(7);
}
