#include "amp_functions.h"

float scale(float x) restrict(amp) { return x * 3; }
int both(int x) restrict(cpu, amp) { return x + 1; }
float Line::at(float x) const restrict(amp) { return slope * x + start; }
template <class T>
T half(T x) restrict(cpu, amp) {
  return x / 2;
}
template float half<float>(float) restrict(cpu, amp);
int tile_sum(int x, const concurrency::tiled_index<16>& t) restrict(amp) {
  tile_static int part[16];
  part[t.local[0]] = x;
  t.barrier.wait();
  int s = 0;
  for (int i = 0; i < 16; ++i) s += part[i];
  t.barrier.wait();
  return s + deep::chain(0);
}
void fill(int* p, int n, int& out) restrict(amp) {
  for (int i = 0; i < n; ++i) p[i] = i;
  out = n;
}
void run_a(const concurrency::array_view<int>& v) { kernel_of_header(v); }
