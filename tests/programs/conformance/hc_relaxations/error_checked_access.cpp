// rows: hc.rules.throw
#include <array>
#include <hc.hpp>
#include <vector>

static int of_vector(const std::vector<int>& w, int i) { return w.at(i); }
// expected-error@-1 {{'at' of 'std::vector' needs memory of the host, which no GPU reaches}}

int main() {
  hc::array_view<int> v(4);
  std::vector<int> w(4);
  std::array<int, 4> a = {{1, 2, 3, 4}};
  hc::parallel_for_each(v.get_extent(), [&, v](hc::index<1> i) [[hc]] {
    v[i] = of_vector(w, i[0]);  // expected-note {{called from the kernel here}}
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = a[v[i] & 3];
  });
}
