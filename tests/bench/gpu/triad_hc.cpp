// BabelStream's triad in HC on raw device pointers. Arguments: [elements] [repetitions].
#include <hc.hpp>
#include <hc_am.hpp>

#include "triad.hpp"

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 28;
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 100;
  std::vector<float> ha(n, -1.0f), hb(n), hc_(n);
  triad_inputs(hb, hc_);
  hc::accelerator acc;
  hc::accelerator_view view = acc.get_default_view();
  const std::size_t bytes = sizeof(float) * std::size_t(n);
  float* a = hc::am_alloc(bytes, acc, 0);
  float* b = hc::am_alloc(bytes, acc, 0);
  float* c = hc::am_alloc(bytes, acc, 0);
  view.copy(ha.data(), a, bytes);
  view.copy(hb.data(), b, bytes);
  view.copy(hc_.data(), c, bytes);
  const float s = triad_scalar;
  auto step = [&] {
    hc::parallel_for_each(view, hc::extent<1>(n).tile(1024), [=](hc::tiled_index<1> t) [[hc]] {
      a[t.global[0]] = b[t.global[0]] + s * c[t.global[0]];
    });
  };
  for (int r = 0; r < 5; ++r) step();
  view.wait();
  const double start = seconds_now();
  for (int r = 0; r < repetitions; ++r) step();
  view.wait();
  const double each = (seconds_now() - start) / repetitions;
  view.copy(a, ha.data(), bytes);
  hc::am_free(a);
  hc::am_free(b);
  hc::am_free(c);
  return triad_report(ha, hb, hc_, each);
}
