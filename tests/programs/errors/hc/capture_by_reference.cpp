#include <array>
#include <hc.hpp>
#include <vector>

int main() {
  hc::array<int> a(16);
  std::vector<int> host(16);
  int n = 3;
  const int constant = 4;
  const int made = n;
  hc::array_view<int> v(16);
  hc::extent<1> e(16);
  hc::parallel_for_each(e, [&](hc::index<1> i) [[hc]] {
    a[i] = constant +
           n +       // expected-error {{'n' of type 'int' is captured by reference}}
           made;     // expected-error {{'made' of type 'const int' is captured by reference}}
    (void)sizeof(host);
  });
  auto kernel = [=, &n](hc::index<1> i) [[hc]] { v[i] = n; };  // expected-error {{'n' of type 'int' is captured by reference}}
  hc::parallel_for_each(e, kernel);
  hc::parallel_for_each(e, [&v](hc::index<1> i) [[hc]] { v[i] = 1; });  // as a copy
  using std::array;
  array<int, 4> standard = {};
  hc::parallel_for_each(e, [=, &standard](hc::index<1> i) [[hc]] { v[i] = standard[0]; });  // expected-error {{'standard' of type 'array<int, 4>' is captured by reference}}
  hc::parallel_for_each(e, [=, &a](hc::index<1> i) [[hc]] { a[i] = n; });
}
