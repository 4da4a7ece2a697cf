// rows: amp.2.whole_programs
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

class fill {
 public:
  fill(array<int>& a, int n) : a(a), n(n) {}
  void operator()(index<1> i) const restrict(amp) { a[i] = n; }

 private:
  array<int>& a;
  int n;
};
template <int size>
struct tiled {
  array<int>& a;
  explicit tiled(array<int>& a) : a(a) {}
  void operator()(tiled_index<size> t) const restrict(amp) { a[t.global] += t.local[0] + size * t.tile[0]; }
};

int main() {
  array<int> a(8);
  array_view<int> v(a);
  fill k(a, 5);
  parallel_for_each(a.extent, k);
  parallel_for_each(a.extent.tile<4>(), tiled<4>(a));
  CHECK(v[0] == 5 && v[7] == 5 + 7);
  const int n = 3;
  auto named = [=](index<1> i) restrict(amp) { v[i] += n; };
  parallel_for_each(accelerator().default_view, v.extent, named);
  CHECK(v[7] == 15);
  parallel_for_each(
      extent<3>(2, 2, 2), [=](index<3> i) restrict(amp) { v[i[0] * 4 + i[1] * 2 + i[2]] = i[2]; });
  CHECK(v[5] == 1);
  return failures();
}
