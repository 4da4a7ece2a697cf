// rows: hc.captures.initialised
// flags: -std=c++14
// The code around a kernel runs what its captures are initialised with.
#include <hc.hpp>

#include <string>
#include <vector>

int cpu_only(int x) [[cpu]] { return x + 1; }

struct owner {
  int a;
  owner(int a) [[cpu]] : a(a) {}
  ~owner() [[cpu]] { a = 0; }
  int get() const [[cpu]] { return a; }
};

int main() {
  std::vector<int> data(3);
  hc::array_view<int> v(3, data);
  std::string text("abcd");
  hc::parallel_for_each(v.get_extent(), [v, s = cpu_only(1), n = static_cast<int>(text.size()),
                                         g = owner(7).get()](hc::index<1> i) [[hc]] {
    v[i] = s + n * 10 + g * 100;
  }).wait();
  return v[1] != 742;
}
