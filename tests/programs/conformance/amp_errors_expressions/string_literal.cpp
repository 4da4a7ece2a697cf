// rows: amp.2.4.3.literals
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  const char* text = "abc";
  // expected-error@-1 {{'text' of the type 'const char *'}}
  return n + ("xyz" != nullptr);
  // expected-error@-1 {{a string literal is not allowed in amp-restricted code}}
}
