// rows: hc.parallel_for_each.kernel_forms
#include <hc.hpp>
#include <vector>

#include "check.hpp"

struct Functor {
  hc::array_view<int> v;
  void operator()(const hc::index<1>& i) const [[hc]] { v[i] += 1; }
};
template <class T>
struct Self {
  hc::array_view<T> v;
  void operator()(hc::index<1> i) [[hc]] { v[i] += 2; }
  void operator()(hc::tiled_index<1>& t) [[hc]] { v[t] += 4; }
  void run() { hc::parallel_for_each(v.get_extent(), *this).wait(); }
  void run_tiled() { hc::parallel_for_each(v.get_extent().tile(4), *this).wait(); }
};

int main() {
  hc::array_view<int> v(10), count(1);
  hc::parallel_for_each(v.get_extent(), Functor{v});
  Self<int> self{v};
  self.run();
  self.run_tiled();
  auto named = [=](hc::index<1>& i) [[hc]] { v[i] += 8; };
  hc::parallel_for_each(v.get_extent(), named);
  hc::parallel_for_each(v.get_extent(), [=](const hc::index<1> i) [[hc]] { v[i] += 16; });
  hc::parallel_for_each(v.get_extent().tile(3), [=](hc::index<1> i) [[hc]] { v[i] += 32; });
  hc::parallel_for_each(v.get_extent(), [=](auto i) [[hc]] { v[i] += 64; });
  hc::parallel_for_each(hc::extent<1>(1), [=]() [[hc]] { count[0] += 1; });
  hc::parallel_for_each(hc::extent<1>(5), []() [[hc]] {});
  for (int i = 0; i < 10; ++i) CHECK(v[i] == 127);
  CHECK(count[0] == 1);
  return failures();
}
