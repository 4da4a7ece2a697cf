// HC: heterogeneous C++ in namespace hc.
#ifndef HC_HPP
#define HC_HPP

#include "hcrt/detail/hide_macros.hpp"

#include <math.h>  // isnan and the like without std::

#include "hc_defines.h"
#include "hcrt/detail/accelerator.hpp"
#include "hcrt/detail/accelerator_view.hpp"
#include "hcrt/detail/array.hpp"
#include "hcrt/detail/array_view.hpp"
#include "hcrt/detail/atomics.hpp"
#include "hcrt/detail/barrier.hpp"
#include "hcrt/detail/bits.hpp"
#include "hcrt/detail/by_reference.hpp"
#include "hcrt/detail/clock.hpp"
#include "hcrt/detail/compose.hpp"
#include "hcrt/detail/copy.hpp"
#include "hcrt/detail/extent.hpp"
#include "hcrt/detail/future.hpp"
#include "hcrt/detail/group_segment.hpp"
#include "hcrt/detail/index.hpp"
#include "hcrt/detail/launch.hpp"
#include "hcrt/detail/serialize.hpp"
#include "hcrt/detail/task_graph.hpp"
#include "hcrt/detail/tiled.hpp"
#include "hcrt/detail/wave.hpp"
#include "hcrt/detail/workitem.hpp"

namespace hc {

using namespace Kalmar;

}  // namespace hc

#include "hcrt/detail/show_macros.hpp"
#endif
