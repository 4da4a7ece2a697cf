#include <amp.h>

using namespace concurrency;

struct Shape {
  virtual int sides() const restrict(amp, cpu) { return 0; }  // expected-error {{the virtual function 'sides' can't be restricted to amp}}
};

int main() {
  array_view<int> v(16);
  parallel_for_each(extent<1>(16), [=](index<1> i) restrict(amp) {
    Shape s;                   // expected-error {{it has the virtual member function 'sides'}}
    const Shape* p = &s;      // expected-error {{it has the virtual member function 'sides'}}
    v[i] = p->sides();         // expected-error {{a virtual call of 'sides()' is not allowed in amp-restricted code}}
    v[i] = p->Shape::sides();  // names the function it calls
  });
}
