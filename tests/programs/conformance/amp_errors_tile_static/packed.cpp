// rows: amp.2.5.tile_static
#include <amp.h>

using namespace concurrency;

#pragma pack(push, 1)
struct uneven {
  int a;
  bool b;
};
#pragma pack(pop)

int main() {
  array_view<int, 1> v(8);
  parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static uneven shared[8];
    // expected-error@-1 {{the elements of an array must be aligned to four bytes}}
    v[t] = 1;
  });
}
