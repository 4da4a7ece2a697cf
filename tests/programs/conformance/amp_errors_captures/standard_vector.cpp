// rows: amp.2.4.3.captures
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  std::vector<int> data(16);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[i] = sizeof(data) + (&data != nullptr);
        // expected-error@-1 {{'data' can't be captured: the type 'std::vector<int>' is not allowed in amp-restricted code}}
      });
}
