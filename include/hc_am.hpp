// HC: memory of accelerators through plain pointers.
#ifndef HC_AM_HPP
#define HC_AM_HPP

#include "hcrt/detail/hide_macros.hpp"

#include "hcrt/detail/memory.hpp"

#include "hcrt/detail/show_macros.hpp"
#endif
