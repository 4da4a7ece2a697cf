// rows: hc.rules.heap
#include <hc.hpp>

#include <functional>
#include <memory>

int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    int a = i[0], b = 2, c = 3, d = 4, e = 5;
    // expected-error@+1 {{'std::function' is not allowed in a kernel where it needs 'new'}}
    std::function<int(int)> f = [=](int x) { return x + a + b + c + d + e; };
    v[i] = f(3);
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    auto p = std::make_unique<int>(i[0]);  // expected-error {{'std::make_unique' is not allowed in a kernel where it}}
    v[i] = *p;
  });
}
