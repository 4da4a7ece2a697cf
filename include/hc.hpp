// HC: heterogeneous C++ in namespace hc.
#ifndef HC_HPP
#define HC_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include <math.h>  // isnan and the like without std::

// Those that hcc's header brought along, also by way of libstdc++'s <tuple> and <memory> of that time:
// programs use them without including them.
#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "hc_defines.h"
#include "hcrt/detail/accelerator.hpp"
#include "hcrt/detail/accelerator_view.hpp"
#include "hcrt/detail/array.hpp"
#include "hcrt/detail/array_view.hpp"
#include "hcrt/detail/assert.hpp"
#include "hcrt/detail/barrier.hpp"
#include "hcrt/detail/bits.hpp"
#include "hcrt/detail/clock.hpp"
#include "hcrt/detail/compose.hpp"
#include "hcrt/detail/copy.hpp"
#include "hcrt/detail/deduction.hpp"
#include "hcrt/detail/extent.hpp"
#include "hcrt/detail/future.hpp"
#include "hcrt/detail/group_segment.hpp"
#include "hcrt/detail/index.hpp"
#include "hcrt/detail/launch.hpp"
#include "hcrt/detail/serialize.hpp"
#include "hcrt/detail/std_math_floats.hpp"
#include "hcrt/detail/task_graph.hpp"
#include "hcrt/detail/tiled.hpp"
#include "hcrt/detail/wave.hpp"
#include "hcrt/detail/wide_atomics.hpp"
#include "hcrt/detail/workitem.hpp"

namespace hc {

using namespace Kalmar;

}  // namespace hc

// Calls without a namespace find it through their arguments' types. Where both headers are read, that is the
// dialect's, or the first's: two would be ambiguous.
#if defined(HCPY_HC) && !defined(HCRT_LAUNCH_BY_ARGUMENTS)
#define HCRT_LAUNCH_BY_ARGUMENTS
namespace Kalmar {
using hc::parallel_for_each;
}
#endif

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
