// hcc's common definitions. The compiler's own prelude defines tile_static and the annotation macros.
#ifndef HC_DEFINES_H
#define HC_DEFINES_H

#include "hcrt/detail/config.hpp"

#endif
