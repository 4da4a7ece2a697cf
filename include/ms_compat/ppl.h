// A part of Microsoft's Parallel Patterns Library, for the CPU code that programs compare their kernels with.
#ifndef HCPY_MS_COMPAT_PPL_H
#define HCPY_MS_COMPAT_PPL_H

#include "detail/ppl_loops.hpp"
#include "detail/ppl_tasks.hpp"

namespace concurrency = Concurrency;

#endif
