// assert() in kernels: a failed one prints, and makes the wait for the kernel throw a runtime_exception with
// the same text. The work-item goes on: devices can't end one without the whole process.
#ifndef HCRT_DETAIL_ASSERT_HPP
#define HCRT_DETAIL_ASSERT_HPP

#ifdef HCPY_HC
#include <cassert>
#endif

#include "print.hpp"

namespace hcrt {
namespace detail {

HCRT_AMP inline void assert_failed(const char* expression, const char* file, unsigned line,
                                   const char* function) {
  print(print_error, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
}

}  // namespace detail
}  // namespace hcrt

// The C library declares it once, above; what assert() calls in code for devices is then this.
#if defined(HCPY_HC) && defined(__KALMAR_ACCELERATOR__)
#define __assert_fail(expression, file, line, function) \
  ::hcrt::detail::assert_failed(expression, file, line, function)
#endif
#endif
