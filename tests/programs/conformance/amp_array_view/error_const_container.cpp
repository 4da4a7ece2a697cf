// rows: amp.5.2.const_container_constructors
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  const std::vector<int> data(4);
  array_view<int, 1> v(4, data);  // expected-error {{no matching constructor}}
}
