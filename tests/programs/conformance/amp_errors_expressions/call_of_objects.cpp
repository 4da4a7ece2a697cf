// rows: amp.2.3.calls
#include <amp.h>

using namespace concurrency;

struct Twice {
  int operator()(int x) const { return 2 * x; }
};

struct Same {
  template <class T>
  T operator()(T x) const {
    return x;
  }
};

template <class Function>
int call(Function function) restrict(amp) {
  return function(2);
  // expected-error@-1 {{'operator()' of 'Twice' is not restricted to amp}}
}

struct Amp {
  int operator()(int x) const restrict(amp) { return x; }
};

int kernel(Twice twice, Same same) restrict(amp) {
  int x = twice(1);
  // expected-error@-1 {{'operator()' of 'Twice' is not restricted to amp}}
  x += same(1);
  // expected-error@-1 {{'operator()' of 'Same' is not restricted to amp}}
  return x + call(twice);
}

int host(Amp amp) {
  return amp(1);
  // expected-error@-1 {{'operator()' of 'Amp' is restricted to amp and can't be used in code for the CPU}}
}

int main() {}
