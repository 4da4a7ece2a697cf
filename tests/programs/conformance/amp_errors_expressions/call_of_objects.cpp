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
  x += twice.operator()(1);
  // expected-error@-1 {{'operator()' is not restricted to amp and can't be called in amp-restricted code}}
  auto cube = [](int y) restrict(cpu) { return y * y * y; };
  x += cube.operator()(1);
  // expected-error@-1 {{the lambda is not restricted to amp and can't be called in amp-restricted code}}
  return x + call(twice);
}

void launch(Twice twice, concurrency::array_view<int> out) {
  concurrency::parallel_for_each(out.extent, [=](concurrency::index<1> i) restrict(amp) {
    out[i] = twice.operator()(1);
    // expected-error@-1 {{'operator()' of 'Twice' is not restricted to amp}}
  });
}

int host(Amp amp) {
  return amp(1);
  // expected-error@-1 {{'operator()' of 'Amp' is restricted to amp and can't be used in code for the CPU}}
}

int main() {}
