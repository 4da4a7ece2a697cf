// rows: amp.2.1.clause
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  // expected-error@+1 {{'device' is not a restriction}}
  parallel_for_each(v.get_extent(), [=](index<1> i) restrict(device) { v[i] = 1; });
}
