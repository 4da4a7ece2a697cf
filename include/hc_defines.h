// hcc's common definitions. The compiler's own prelude defines tile_static and the annotation macros.
#ifndef HC_DEFINES_H
#define HC_DEFINES_H

#include "hcrt/detail/config.hpp"

namespace hc {

/// IEEE's 16 bits. Arithmetic on it is rounded to it after each operation.
typedef _Float16 half;

}  // namespace hc

#endif
