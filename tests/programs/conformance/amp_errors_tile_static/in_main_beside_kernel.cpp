// rows: amp.2.4.3.tile_static
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int> v(16);
  tile_static int wrong;
  // expected-error@-1 {{the tile_static variable 'wrong' is only allowed in functions restricted to amp alone}}
  parallel_for_each(
      v.get_extent().tile<16>(), [=](tiled_index<16> i) restrict(amp) {
        tile_static int right[16];
        right[i.local[0]] = 1;
        v[i.global] = right[i.local[0]];
      });
}
