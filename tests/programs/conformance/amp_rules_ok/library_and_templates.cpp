// rows: amp.2.4.1.library, amp.2.4.1.templates, amp.2.4.1.volatile
#include <amp.h>

#include <algorithm>
#include <vector>

#include "check.hpp"

using namespace concurrency;

template <class T>
struct pair_of {
  T first, second;
  T sum() const restrict(cpu, amp) { return first + second; }
  // Never instantiated for kernels.
  void host_only() { std::vector<T> v(1); }
};
template <class T>
T sum_of(const array_view<const T>& v, index<1> i) restrict(amp) {
  return v[i] + v(0);
}

int main() {
  volatile int on_the_host = 2;
  std::vector<float> data(4, 1.5f);
  array_view<const float> in(4, data);
  array_view<float> out(4);
  pair_of<long> small = {1, 2};
  small.host_only();
  pair_of<int> p = {on_the_host, int(small.sum())};
  parallel_for_each(
      out.get_extent(), [=](index<1> i) restrict(amp) {
        out[i] = sum_of(in, i) + float(p.sum()) + std::max(1.0f, 0.5f);
      });
  CHECK(out[2] == 3 + 5 + 1);
  return failures();
}
