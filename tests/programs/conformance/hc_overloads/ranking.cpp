// rows: hc.language.ranking
#include <hc.hpp>

#include "check.hpp"

int better(double) [[cpu]] { return 1; }
int better(int) [[hc]] { return 2; }
int reference(int&) [[hc]] { return 3; }
int reference(const int&) [[cpu]] { return 4; }
int both_or_one(int) [[cpu, hc]] { return 5; }
int both_or_one(long) [[hc]] { return 6; }
int wider(short) [[cpu, hc]] { return 7; }
int wider(int) [[cpu]] { return 8; }
int derived(const void*) [[cpu, hc]] { return 9; }
int derived(const int*) [[hc]] { return 10; }
int any(...) [[cpu]] { return 11; }
int any(int) [[hc]] { return 12; }
template <typename T>
int general(T) [[hc]] {
  return 13;
}
int general(int) [[cpu]] { return 14; }
template <typename T>
int special(T) [[cpu, hc]] {
  return 15;
}
template <typename T>
int special(T*) [[cpu, hc]] {
  return 16;
}
struct base {};
struct leaf : base {};
int hierarchy(const base&) [[cpu]] { return 17; }
int hierarchy(const leaf&) [[hc]] { return 18; }
int defaults(int, int = 1) [[cpu]] { return 19; }
int defaults(int) [[hc]] { return 20; }

void fill(int* out) [[cpu, hc]] {
  int x = 0;
  out[0] = better(1);
  out[1] = reference(x);
  out[2] = both_or_one(1);
  out[3] = wider(1);
  out[4] = derived(&x);
  out[5] = any(1);
  out[6] = general(1);
  out[7] = special(1);
  out[8] = special(&x);
  out[9] = hierarchy(leaf());
  out[10] = defaults(1);
}

int main() {
  hc::array_view<int> v(11);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    int out[11];
    fill(out);
    for (int i = 0; i < 11; ++i) v[i] = out[i];
  }).wait();
  int host[11];
  fill(host);
  const int on_host[] = {1, 4, 5, 8, 9, 11, 14, 15, 16, 17, 19};
  const int on_device[] = {2, 3, 5, 7, 10, 12, 13, 15, 16, 18, 20};
  for (int i = 0; i < 11; ++i) CHECK(host[i] == on_host[i]);
  for (int i = 0; i < 11; ++i) CHECK(v[i] == on_device[i]);
  return failures();
}
