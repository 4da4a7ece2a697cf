// C++ AMP's functions for debugging: direct3d_printf, direct3d_errorf, direct3d_abort.
#ifndef HCRT_DETAIL_DEBUG_PRINT_HPP
#define HCRT_DETAIL_DEBUG_PRINT_HPP

#include "assert.hpp"
#include "print.hpp"

namespace Concurrency {

/// Prints from a kernel; the text appears when the host waits for the kernel.
template <class... T>
HCRT_AMP inline void direct3d_printf(const char* format, T... values) {
  hcrt::detail::print(hcrt::detail::print_text, format, values...);
}

/// Prints, and makes the wait for the kernel throw a runtime_exception with the same text.
template <class... T>
HCRT_AMP inline void direct3d_errorf(const char* format, T... values) {
  hcrt::detail::print(hcrt::detail::print_error, format, values...);
}

/// Makes the wait for the kernel throw a runtime_exception. The work-item goes on: devices other than
/// Direct3D's can't end one without the whole process.
HCRT_AMP inline void direct3d_abort() {
  hcrt::detail::print(hcrt::detail::print_abort, "direct3d_abort: a kernel asked for its end\n");
}

}  // namespace Concurrency

#ifndef HCPY_HC  // there assert.hpp's macro has the name
/// What a failed assert() calls in amp-restricted code.
template <int = 0>
HCRT_AMP inline void __assert_fail(const char* expression, const char* file, unsigned line,
                                   const char* function) {
  hcrt::detail::assert_failed(expression, file, line, function);
}
#endif
#endif
