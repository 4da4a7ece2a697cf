// rows: amp.10.1.formats
#include <amp_graphics.h>

using namespace concurrency::graphics;

int main() {
  texture<float_3, 2> t(4, 4);  // expected-note {{in instantiation}}
  return 0;
}
