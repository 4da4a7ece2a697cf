// Included before a source that is compiled as with -fms-compat: what Visual C++ declares without asking.
//
// Functions are templates: a program's own function of the same name and parameters goes before them.
#ifndef HCPY_MS_COMPAT_PRELUDE_HPP
#define HCPY_MS_COMPAT_PRELUDE_HPP

#include "detail/checked_iterators.hpp"
#include "detail/exception.hpp"
#include "detail/keywords.hpp"
#include "detail/program.hpp"
#include "detail/stdio.hpp"
#include "detail/stdlib.hpp"
#include "detail/string.hpp"
#include "detail/time.hpp"
#include "detail/vector_of_const.hpp"

#endif
