// C++ AMP, namespace Concurrency (also spelled concurrency).
#ifndef HCPY_AMP_H
#define HCPY_AMP_H

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc_defines.h"
#include "hcrt/detail/accelerator.hpp"
#include "hcrt/detail/accelerator_view.hpp"
#include "hcrt/detail/array.hpp"
#include "hcrt/detail/array_view.hpp"
#include "hcrt/detail/atomics.hpp"
#include "hcrt/detail/barrier.hpp"
#include "hcrt/detail/compose.hpp"
#include "hcrt/detail/copy.hpp"
#include "hcrt/detail/debug_print.hpp"
#include "hcrt/detail/deduction.hpp"
#include "hcrt/detail/direct3d_math.hpp"
#include "hcrt/detail/extent.hpp"
#include "hcrt/detail/future.hpp"
#include "hcrt/detail/index.hpp"
#include "hcrt/detail/launch.hpp"
#include "hcrt/detail/serialize.hpp"
#include "hcrt/detail/std_math_floats.hpp"
#include "hcrt/detail/task_graph.hpp"
#include "hcrt/detail/tiled.hpp"
#include "hcrt/detail/workitem.hpp"

// Microsoft's spellings of the restrictions.
#define __GPU restrict(amp, cpu)
#define __GPU_ONLY restrict(amp)
#define __CPU_ONLY restrict(cpu)

namespace Concurrency {

using namespace Kalmar;

/// Waits for all work that this thread gave to default views. The run time itself ends with the process.
HCRT_CPU inline void amp_uninitialize() {
  for (const accelerator& one : accelerator::get_all()) one.get_default_view().wait();
}

}  // namespace Concurrency

// As in hc.hpp.
#ifndef HCRT_LAUNCH_BY_ARGUMENTS
#define HCRT_LAUNCH_BY_ARGUMENTS
namespace Kalmar {
using Concurrency::parallel_for_each;
}
#endif

namespace concurrency = Concurrency;

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
