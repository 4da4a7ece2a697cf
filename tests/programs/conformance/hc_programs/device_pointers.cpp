// rows: hc.programs.whole
#include <hc.hpp>
#include <hc_am.hpp>
#include <pinned_vector.hpp>
using namespace hc;
int main() {
  accelerator acc;
  accelerator_view av = acc.get_default_view();
  const int n = 512;
  double* raw = am_alloc(n * sizeof(double), acc, 0);
  {
    array<double> wrap(n, (void*)raw);
    array<double, 2> w2(extent<2>(16, 32), av, (void*)raw);
    parallel_for_each(av, wrap.get_extent(), [&wrap](index<1> i) [[hc]] { wrap[i] = i[0] * 0.25; }).wait();
    parallel_for_each(av, w2.get_extent(), [&](index<2> i) [[hc]] { w2[i] += 1; }).wait();
    if (wrap.accelerator_pointer() != raw) return 1;
  }
  std::vector<double> h(n);
  av.copy(raw, h.data(), n * sizeof(double));
  if (h[100] != 26) return 2;
  pinned_vector<float> pv(n);
  for (int i = 0; i < n; ++i) pv[i] = i;
  float* p = pv.data();
  parallel_for_each(av, extent<1>(n), [=](index<1> i) [[hc]] { p[i[0]] *= 2; }).wait();
  if (pv[10] != 20) return 3;
  array<int> a(n, av);
  int* dp = a.accelerator_pointer();
  parallel_for_each(av, extent<1>(n), [=](index<1> i) [[hc]] { dp[i[0]] = i[0] ^ 5; }).wait();
  std::vector<int> r = a;
  if (r[7] != 2) return 4;
  av.copy_ext(raw, h.data(), n * sizeof(double), hcMemcpyDeviceToHost, AmPointerInfo(0, 0, 0, 0, acc),
              AmPointerInfo(0, 0, 0, 0, acc), nullptr, true);
  std::vector<double> again(n);  // hcc's older form
  av.copy_ext(raw, again.data(), n * sizeof(double), hcMemcpyDeviceToHost, AmPointerInfo(0, 0, 0, 0, acc),
              AmPointerInfo(0, 0, 0, 0, acc), false);
  if (again != h) return 7;
  am_free(raw);
  void* al = am_aligned_alloc(1000, acc, 0, 4096);
  if (((size_t)al & 4095) != 0) return 5;
  return am_free(al) == AM_SUCCESS ? 0 : 6;
}
