// HC: memory of accelerators behind plain pointers.
#ifndef HC_AM_HPP
#define HC_AM_HPP

#include "hcrt/detail/memory.hpp"

#endif
