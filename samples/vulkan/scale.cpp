// A kernel for programs that bring their own Vulkan:
//   hcc --emit=vulkan --descriptor-map=scale.map scale.cpp -o scale.spv
#include "scale.hpp"

#include <hc.hpp>

static const float offsets[4] = {0, 10, 20, 30};  // lies in the module's data

void scale(Scale given, int count) {
  hc::parallel_for_each(hc::extent<1>(count), [=](hc::index<1> i) [[hc]] {
    float& element = given.data[i[0]];
    element = element * given.by + offsets[i[0] % 4];
  });
}
