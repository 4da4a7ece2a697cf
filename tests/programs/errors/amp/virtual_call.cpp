#include <amp.h>

using namespace concurrency;

struct Shape {
  virtual int sides() const restrict(amp, cpu) { return 0; }
};

int main() {
  array_view<int> v(16);
  parallel_for_each(extent<1>(16), [=](index<1> i) restrict(amp) {
    Shape s;
    const Shape* p = &s;
    v[i] = p->sides();         // expected-error {{a virtual call of 'sides()' is not allowed in a kernel}}
    v[i] = p->Shape::sides();  // names the function it calls
  });
}
