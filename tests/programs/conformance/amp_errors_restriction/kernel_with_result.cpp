// rows: amp.2.4.kernel_result
#include <amp.h>

using namespace concurrency;

struct returning {
  array_view<int> out;
  int operator()(index<1> i) const restrict(amp) { return out[i]; }
  // expected-error@-1 {{a kernel must return void, and this one returns 'int'}}
};
template <typename T>
struct returning_any {
  array_view<T> out;
  T operator()(const index<1>& i) const restrict(amp) { return out[i]; }
  // expected-error@-1 {{a kernel must return void, and this one returns}}
};

int main() {
  array_view<int> v(16);
  parallel_for_each(v.extent, returning{v});
  parallel_for_each(v.extent, returning_any<int>{v});
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { return v[i]; });
  // expected-error@-1 {{a kernel must return void, and this one returns 'int'}}
  parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) -> bool { return v[t] == 1; });
  // expected-error@-1 {{a kernel must return void, and this one returns 'bool'}}
}
