// A part of hcc's hc.hpp and amp.h, which programs include as well: here it is all of the dialect's header.
#pragma once

#ifdef __HCC_AMP__
#include "amp.h"
#else
#include "hc.hpp"
#endif
