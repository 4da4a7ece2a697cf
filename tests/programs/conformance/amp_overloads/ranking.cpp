// rows: amp.2.2.ranking
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

// Only what the caller may call takes part; among these the ordinary ranking decides.
int better(double) restrict(cpu) { return 1; }
int better(int) restrict(amp) { return 2; }
int reference(int&) restrict(amp) { return 3; }
int reference(const int&) restrict(cpu) { return 4; }
int both_or_one(int) restrict(cpu, amp) { return 5; }
int both_or_one(long) restrict(amp) { return 6; }
int wider(unsigned) restrict(cpu, amp) { return 7; }
int wider(int) restrict(cpu) { return 8; }
int derived(const void*) restrict(cpu, amp) { return 9; }
int derived(const int*) restrict(amp) { return 10; }
int any(...) restrict(cpu) { return 11; }
int any(int) restrict(amp) { return 12; }
template <typename T>
int general(T) restrict(amp) {
  return 13;
}
int general(int) restrict(cpu) { return 14; }
template <typename T>
int special(T) restrict(cpu, amp) {
  return 15;
}
template <typename T>
int special(T*) restrict(cpu, amp) {
  return 16;
}

void fill(int* out) restrict(cpu, amp) {
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
}

int main() {
  array_view<int> v(9);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        int out[9];
        fill(out);
        for (int i = 0; i < 9; ++i) v[i] = out[i];
      });
  int host[9];
  fill(host);
  const int on_host[] = {1, 4, 5, 8, 9, 11, 14, 15, 16}, on_device[] = {2, 3, 5, 7, 10, 12, 13, 15, 16};
  for (int i = 0; i < 9; ++i) CHECK(host[i] == on_host[i]);
  for (int i = 0; i < 9; ++i) CHECK(v[i] == on_device[i]);
  return failures();
}
