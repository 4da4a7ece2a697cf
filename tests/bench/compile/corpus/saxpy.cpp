// The smallest unit: one kernel.
#include <hc.hpp>

void saxpy(hc::array_view<const float> x, hc::array_view<float> y, float a) {
  hc::parallel_for_each(y.get_extent(), [=](hc::index<1> i) [[hc]] { y[i] += a * x[i]; });
}
