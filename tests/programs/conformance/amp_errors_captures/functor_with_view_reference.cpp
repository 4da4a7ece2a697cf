// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

struct views {
  array_view<int> value;
  const array_view<const int> fixed;
};

struct references : views {
  array<int>& allowed;
  array_view<int>& view;
  // expected-note@-1 {{'view' declared here}}
  void operator()(index<1> i) const restrict(amp) { view[i] = allowed[i]; }
};
// expected-error@-6 {{'references' can't be the type of a kernel: its member 'view' is a reference}}

struct right : views {
  array<int>& allowed;
  void operator()(index<1> i) const restrict(amp) { value[i] = allowed[i] + fixed[i]; }
};

void run(array_view<int> v, array<int>& a, references wrong, right fine) {
  parallel_for_each(v.extent, wrong);
  parallel_for_each(v.extent, fine);
  parallel_for_each(v.extent, [=, &a](index<1> i) restrict(amp) { v[i] = a[i]; });
}
