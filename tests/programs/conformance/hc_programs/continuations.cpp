// rows: hc.programs.whole
#include <atomic>
#include <future>
#include <hc.hpp>
#include <thread>
using namespace hc;
struct pipeline {
  accelerator_view av;
  array<int> a;
  std::atomic<int> stage{0};
  explicit pipeline(accelerator_view v) : av(v), a(64, v) {}
  void run() {
    completion_future f = parallel_for_each(av, a.get_extent(), [this](index<1> i) [[hc]] { a[i] = i[0]; });
    f.then([this] {
      ++stage;
      completion_future g = parallel_for_each(av, a.get_extent(), [&](index<1> i) [[hc]] { a[i] += 10; });
      g.then([this] { ++stage; });
      g.wait();
    });
    f.wait();
  }
};
int main() {
  pipeline p(accelerator().create_view());
  p.run();
  std::vector<int> h = p.a;
  if (h[5] != 15 || p.stage < 1) return 1;
  std::vector<std::future<int>> w;
  for (int k = 0; k < 4; ++k)
    w.push_back(std::async(std::launch::async, [k] {
      array_view<int> v(32);
      parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] { v[i] = k; }).wait();
      int s = 0;
      for (int i = 0; i < 32; ++i) s += v[i];
      return s;
    }));
  int total = 0;
  for (auto& f : w) total += f.get();
  completion_future a = parallel_for_each(extent<1>(8), [](index<1>) [[hc]] {}), b = a, c(a);
  a = b;
  b.wait();
  std::shared_future<void> sf;
  (void)sf;
  return total == 32 * 6 && c.is_ready() && a.valid() ? 0 : 2;
}
