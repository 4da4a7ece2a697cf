// The HC half of the idiomatic kernels: device memory of the default accelerator behind views.
#pragma once
#include <hc.hpp>
#include <hc_am.hpp>
#include <hc_math.hpp>

#include "idioms.hpp"

using namespace hc;

static void wait() { accelerator().get_default_view().wait(); }

#define RUN(name, out, ...)                         \
  {                                                 \
    const double us = timed([&] __VA_ARGS__, wait); \
    out.synchronize();                              \
    say(name, us, out##_v);                         \
  }
