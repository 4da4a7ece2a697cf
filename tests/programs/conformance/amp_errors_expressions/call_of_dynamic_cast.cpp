// rows: amp.2.4.3.miscellaneous
// What dynamic_cast gives is refused with it: calls of its members are no mistakes besides.
#include <amp.h>
using namespace concurrency;
struct base {
  virtual int f() const { return 1; }
};
struct derived : base {
  int f() const { return 2; }
  int plain() const { return 3; }
};
void launch(base* b, array_view<int> v) {
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    v[i] = dynamic_cast<derived*>(b)->f();
    // expected-error@-1 {{'dynamic_cast' is not allowed in amp-restricted code}}
    // expected-error@-2 {{'b' can't be captured: the type 'base *'}}
  });
}
// expected-error@+1 {{'b' of the type 'base *' is not allowed in amp-restricted code}}
int called(base* b) restrict(amp) {
  return dynamic_cast<derived*>(b)->plain();
  // expected-error@-1 {{'dynamic_cast' is not allowed in amp-restricted code}}
}
int main() {}
