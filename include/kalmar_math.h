// A part of hcc's hc.hpp and amp.h, which programs include as well: here it is the dialect's header of
// functions.
#pragma once

#ifdef __HCC_AMP__
#include "amp_math.h"
#else
#include "hc_math.hpp"
#endif
