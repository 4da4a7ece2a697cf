// HC: memory of accelerators through plain pointers.
#ifndef HC_AM_HPP
#define HC_AM_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hcrt/detail/memory.hpp"

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
