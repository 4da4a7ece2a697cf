// Eight flat kernels.
#include <hc.hpp>

#define KERNEL(name, expression)                                                                   \
  void name(hc::array_view<const float> a, hc::array_view<const float> b, hc::array_view<float> c, \
            float s) {                                                                             \
    hc::parallel_for_each(c.get_extent(), [=](hc::index<1> i) [[hc]] { c[i] = expression; });      \
  }
KERNEL(copy, a[i])
KERNEL(scale, s* a[i])
KERNEL(add, a[i] + b[i])
KERNEL(triad, a[i] + s * b[i])
KERNEL(larger, a[i] > b[i] ? a[i] : b[i])
KERNEL(clamp, a[i]<s ? s : a[i]> b[i] ? b[i] : a[i])
KERNEL(square, a[i] * a[i] - b[i] * b[i])
KERNEL(smooth, 0.25f * a[i] + 0.5f * b[i] + 0.25f * s)
