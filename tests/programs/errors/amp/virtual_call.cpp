#include <amp.h>

using namespace concurrency;

// Its class and the calls of it are no mistakes besides.
struct Shape {
  virtual int sides() const restrict(amp, cpu) { return 0; }  // expected-error {{the virtual function 'sides' can't be restricted to amp}}
};

int main() {
  array_view<int> v(16);
  parallel_for_each(extent<1>(16), [=](index<1> i) restrict(amp) {
    Shape s;
    const Shape* p = &s;
    v[i] = p->sides();
    v[i] = p->Shape::sides();  // names the function it calls
  });
}
