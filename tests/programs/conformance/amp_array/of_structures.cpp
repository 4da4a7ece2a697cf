// rows: amp.5.1.element_types
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

struct Inner {
  float weights[3];
};
struct Particle {
  double mass;
  int id;
  Inner inner;
  float sum() const restrict(amp, cpu) { return inner.weights[0] + inner.weights[1] + inner.weights[2]; }
};

int main() {
  std::vector<Particle> data(10);
  for (int i = 0; i < 10; ++i) data[i] = {i * 0.5, i, {{1.0f * i, 2.0f, 3.0f}}};
  array<Particle, 1> a(10, data.begin());
  array<unsigned, 1> ids(10);
  parallel_for_each(
      a.extent, [&](index<1> i) restrict(amp) {
        a[i].mass += a[i].sum();
        ids[i] = unsigned(a[i].id) * 3u;
      });
  copy(a, data.begin());
  CHECK(data[9].mass == 4.5 + 14.0 && data[9].id == 9 && std::vector<unsigned>(ids)[9] == 27u);
  return failures();
}
