// rows: amp.ms.flag amp.ms.templates.typename
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

// Nothing names Visual C++ here but what its templates do without.
template <class T>
struct base {
  T value;
};
template <class T>
struct derived : base<T> {
  T twice() { return value * 2; }
};
template <class T>
T sum(const std::vector<T>& v) {
  T r = 0;
  std::vector<T>::const_iterator i;
  for (i = v.begin(); i != v.end(); ++i) r += *i;
  return r;
}
template <class T>
void scale(array_view<T, 2> c, T by) {
  parallel_for_each(c.extent.tile<4, 4>(), [=](tiled_index<4, 4> t) restrict(amp) { c[t] *= by; });
  c.synchronize();
}

int main() {
  std::vector<float> v(16, 1.f);
  scale(array_view<float, 2>(4, 4, v), 3.f);
  derived<float> d;
  d.value = 2;
  CHECK(sum(v) == 48);
  CHECK(d.twice() == 4);
  return failures();
}
