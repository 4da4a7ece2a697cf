// rows: amp.2.4.3.miscellaneous
#include <amp.h>

using namespace concurrency;

struct Base {
  virtual ~Base() {}
};
struct Derived : Base {};

bool f(Base* b) restrict(amp) {
  // expected-error@-1 {{it has the virtual member function '~Base'}}
  return dynamic_cast<Derived*>(b) != nullptr;
  // expected-error@-1 {{'dynamic_cast' is not allowed in amp-restricted code}}
}
