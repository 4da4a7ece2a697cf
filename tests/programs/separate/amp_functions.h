// Functions that amp_a.cpp and amp_b.cpp define, and amp_main.cpp's kernels use.
#pragma once
#include <amp.h>

struct Line {
  float slope, start;
  float at(float x) const restrict(amp);
};

float scale(float x) restrict(amp);
int both(int x) restrict(cpu, amp);
template <class T>
T half(T x) restrict(cpu, amp);
int tile_sum(int x, const concurrency::tiled_index<16>& t) restrict(amp);
void fill(int* p, int n, int& out) restrict(amp);
namespace deep {
int chain(int x) restrict(amp);
}
inline void kernel_of_header(const concurrency::array_view<int>& v) {
  concurrency::parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] += both(1); });
}
void run_a(const concurrency::array_view<int>& v);
