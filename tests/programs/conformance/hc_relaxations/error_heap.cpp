// rows: hc.rules.heap
#include <hc.hpp>

#include <cstdlib>

int helper(int n) {
  int* p = static_cast<int*>(std::malloc(n * 4));  // expected-error {{'malloc' is not allowed in a kernel}}
  p[n - 1] = n;
  int r = p[n - 1];
  std::free(p);  // what is taken in the same body is told once
  return r;
}

void drop(void* p) { free(p); }  // expected-error {{'free' is not allowed in a kernel}}

int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = helper(i[0]);  // expected-note {{'helper(int)' is called from the kernel here}}
    drop(nullptr);        // expected-note {{'drop(void *)' is called from the kernel here}}
    calloc(3, 4);         // expected-error {{'calloc' is not allowed in a kernel}}
  });
}
