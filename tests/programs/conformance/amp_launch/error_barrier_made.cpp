// rows: amp.4.5.no_constructor
#include <amp.h>

using namespace concurrency;

int main() {
  tile_barrier barrier;  // expected-error {{constructor}}
}
