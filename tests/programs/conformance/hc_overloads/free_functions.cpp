// rows: hc.language.overloads
#include <hc.hpp>

#include "check.hpp"

int where() [[cpu]] { return 1; }
int where() [[hc]] { return 2; }
int unmarked(int x) { return x + 10; }
int unmarked(int x) [[hc]] { return x + 20; }
int relay() [[cpu, hc]] { return where(); }
int relay_apart() [[cpu]][[hc]] { return where() * 10; }
int split(int x) [[hc]];
int split(int x) [[cpu]];
int split(int x) [[cpu]] { return x * 2; }
int split(int x) [[hc]] { return x * 3; }
int gnu(int x) __attribute__((cpu));
int gnu(int x) __attribute__((hc));
int gnu(int x) { return x + 1; }
int reference(int&) [[hc]] { return 3; }
int reference(const int&) [[cpu]] { return 4; }

int main() {
  hc::array_view<int> v(6);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1>) [[hc]] {
    v[0] = where();
    v[1] = unmarked(1);
    v[2] = relay();
    v[3] = relay_apart();
    v[4] = split(5);
    int x = 0;
    v[5] = reference(x);
  }).wait();
  CHECK(v[0] == 2 && v[1] == 21 && v[2] == 2 && v[3] == 20 && v[4] == 15 && v[5] == 3);
  int x = 0;
  CHECK(where() == 1 && unmarked(1) == 11 && relay() == 1 && relay_apart() == 10 && split(5) == 10);
  CHECK(reference(x) == 4 && gnu(1) == 2);
  return failures();
}
