#include <hc.hpp>

int host_only(int i) [[cpu]] { return i; }  // expected-note {{'host_only(int)' declared here}}
int either(int i) [[cpu, hc]] { return i; }

struct Table {
  int look(int i) const __attribute__((cpu)) { return i; }
};

int main() {
  hc::array_view<int> v(16);
  Table t;
  hc::parallel_for_each(hc::extent<1>(16), [=](hc::index<1> i) [[hc]] {
    v[i] = either(1) +
           host_only(2) +  // expected-error {{'host_only(int)' is restricted to the CPU and can't be called in a kernel}}
           t.look(3);      // expected-error {{'look(int)' is restricted to the CPU and can't be called in a kernel}}
  });
}
