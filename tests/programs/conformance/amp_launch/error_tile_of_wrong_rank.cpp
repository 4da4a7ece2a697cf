// rows: amp.4.2.tile
#include <amp.h>

using namespace concurrency;

int main() {
  extent<1>(8).tile<2, 2>();  // expected-error {{no matching member function for call to 'tile'}}
}
