// The OpenMP half of suite.hpp.
#pragma once
#define KERNEL_CODE
#include "suite.hpp"

namespace suite {

template <class Step>
long serve(Step&& step) {
  return serve(step, [] {});
}

}  // namespace suite
