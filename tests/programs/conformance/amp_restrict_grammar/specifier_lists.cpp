// rows: amp.2.1.restrict, amp.2.1.cpu, amp.2.1.amp
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int plain(int x) { return x + 1; }
int on_cpu(int x) restrict(cpu) { return x + 2; }
int on_amp(int x) restrict(amp) { return x + 3; }
int cpu_amp(int x) restrict(cpu, amp) { return x + 4; }
int amp_cpu(int x) restrict(amp, cpu) { return x + 5; }
int spaced(int x) restrict ( amp ,
                             cpu ) { return x + 6; }
int twice(int x) restrict(amp) restrict(cpu) { return x + 7; }
inline static int many_words(int x) restrict(cpu, amp) { return x + 8; }
int /* here */ commented(int x) /* restrict(cpu) */ restrict(amp, /* both */ cpu) { return x + 9; }
int unnamed(int) restrict(amp, cpu) { return 10; }
int no_parameters() restrict(amp, cpu) { return 11; }

int main() {
  CHECK(plain(0) == 1 && on_cpu(0) == 2 && cpu_amp(0) == 4 && amp_cpu(0) == 5 && spaced(0) == 6);
  CHECK(twice(0) == 7 && many_words(0) == 8 && commented(0) == 9 && unnamed(0) == 10 && no_parameters() == 11);
  int out[10] = {};
  array_view<int> v(10, out);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    const int all[] = {on_amp(0), cpu_amp(0), amp_cpu(0), spaced(0), twice(0), many_words(0), commented(0), unnamed(0),
                       no_parameters(), 12};
    v[i] = all[i[0]];
  });
  v.synchronize();
  for (int i = 0; i < 10; ++i) CHECK(out[i] == i + 3);
  return failures();
}
