// rows: amp.10.1.get
#include <amp_graphics.h>

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  texture<int, 1> t(4);
  int first = t[0];  // expected-error {{restricted to amp}}
  return first;
}
