// rows: amp.2.whole_programs
// flags: -fpack-struct=4
// Flags and pragmas that pack the program's structures leave those of the headers as libhcrt knows them.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct element {
  int a;
  float b;
  double c;
};

int main() {
  std::vector<element> elements(64);
  for (int i = 0; i < 64; i++) elements[i] = element{i, i * 0.5f, i * 0.25};
  array_view<element> v(64, elements);
  array<int, 2> a(8, 8);
  element add{1, 2, 3};
  parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    tile_static int last[16];
    last[t.local[0]] = v[t.global].a;
    t.barrier.wait();
    element one = v[t.global];
    v[t.global] = element{last[15 - t.local[0]], one.b + add.b, one.c + add.c};
  });
  parallel_for_each(a.extent, [&a](index<2> i) restrict(amp) { a[i] = i[0] * 8 + i[1]; });
  std::vector<int> host = a;
  for (int i = 0; i < 64; i++) {
    const element one = v[i];
    if (one.a != i / 16 * 16 + 15 - i % 16 || one.b != i * 0.5f + 2 || one.c != i * 0.25 + 3) return 1;
    if (host[i] != i) return 2;
  }
  return 0;
}
