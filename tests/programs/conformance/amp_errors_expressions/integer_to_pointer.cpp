// rows: amp.2.4.3.casts
#include <amp.h>

using namespace concurrency;

enum plain { four = 4 };
enum class scoped { four = 4 };

int f(unsigned long n) restrict(amp) {
  int* p = reinterpret_cast<int*>(n);
  // expected-error@-1 {{a cast from an integer to a pointer is not allowed in amp-restricted code}}
  return *p + *(int*)n;
  // expected-error@-1 {{a cast from an integer to a pointer is not allowed in amp-restricted code}}
}

bool of_enumerators(int* p) restrict(amp) {
  bool is_one = p == (int*)four;
  // expected-error@-1 {{a cast from an integer to a pointer is not allowed in amp-restricted code}}
  is_one = is_one || p == reinterpret_cast<int*>(scoped::four);
  // expected-error@-1 {{a cast from an integer to a pointer is not allowed in amp-restricted code}}
  return is_one || p == (int*)0;
}
