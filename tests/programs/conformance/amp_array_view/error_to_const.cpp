// rows: amp.5.2.const_conversion
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<const int, 1> c(4, data);
  array_view<int, 1> v(c);  // expected-error {{no matching constructor}}
}
