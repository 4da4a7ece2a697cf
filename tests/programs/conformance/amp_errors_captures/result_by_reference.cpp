// rows: amp.2.4.3.captures
#include <amp.h>

#include <algorithm>

using namespace concurrency;

int calculated();
constexpr int known() { return 3; }

int main() {
  array_view<int> v(16);
  const int constant = known() + std::max(1, 2);
  const int result = calculated();
  parallel_for_each(v.get_extent(), [&, v ](index<1> i) restrict(amp) { v[i] = constant; });
  parallel_for_each(
      v.get_extent(), [&, v ](index<1> i) restrict(amp) {
        v[i] = constant + result;
        // expected-error@-1 {{'result' of type 'const int' is captured by reference}}
      });
}
