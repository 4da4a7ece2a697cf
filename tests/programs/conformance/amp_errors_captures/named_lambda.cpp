// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  int n = 1;
  auto kernel = [&, v ](index<1> i) restrict(amp) {
    v[i] = n;
    // expected-error@-1 {{'n' of type 'int' is captured by reference}}
  };
  parallel_for_each(v.get_extent(), kernel);
}
