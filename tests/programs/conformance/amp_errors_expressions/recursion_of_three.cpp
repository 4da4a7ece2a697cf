// rows: amp.2.4.3.calls
#include <amp.h>

using namespace concurrency;

int third(int n) restrict(amp);
int first(int n) restrict(amp);
int second(int n) restrict(amp) { return third(n); }
int third(int n) restrict(amp) { return n ? first(n - 1) : 0; }
// expected-error@-1 {{'first(int)' calls itself}}
int first(int n) restrict(amp) { return second(n); }

int main() {
  array_view<int> v(16);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = first(3);
        // expected-note@-1 {{'first(int)' is called from the kernel here}}
      });
}
