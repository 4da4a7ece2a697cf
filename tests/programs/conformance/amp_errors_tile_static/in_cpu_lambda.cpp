// rows: amp.2.4.3.tile_static
#include <amp.h>

using namespace concurrency;

int main() {
  auto f = [] {
    tile_static float t;
    // expected-error@-1 {{the tile_static variable 't' is only allowed in functions restricted to amp alone}}
    t = 1;
    return t;
  };
  return f() != 1;
}
