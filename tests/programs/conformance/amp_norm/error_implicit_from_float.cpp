// rows: amp.10.8.conversion
#include <amp_short_vectors.h>

using namespace concurrency::graphics;

int main() {
  norm a = 0.5f;            // expected-error {{no viable conversion}}
  unorm b = norm(0.5f);     // expected-error {{no viable conversion}}
  unorm c = -unorm(0.5f);   // expected-error {{no viable conversion}}
  return 0;
}
