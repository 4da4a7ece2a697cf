// What hcc precompiles for sources that are compiled as with -fms-compat.
#include "hcrt_ms_prelude.hpp"

#include <amp.h>
