// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

struct Point {
  int x;
};

int main() {
  array_view<int> v(16);
  Point p = {1};
  // expected-error@+1 {{'p' of type 'Point' is captured by reference}}
  parallel_for_each(v.get_extent(), [&p, v ](index<1> i) restrict(amp) { v[i] = p.x; });
}
