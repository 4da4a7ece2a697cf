// rows: amp.10.1.get
#include <amp_graphics.h>

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  texture<int, 1> t(4);
  int first = t[0];  // expected-error {{no viable overloaded operator[]}}
  t.set(index<1>(0), first);  // expected-error {{no matching member function}}
  return 0;
}
