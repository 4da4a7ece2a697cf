// HC: printf in kernels. What they print appears when the host waits for their future or view, and at the
// latest at the end of the process; lines of different work-items come in any order.
//
// It prints unless the environment says HCC_ENABLE_PRINTF=0. HCC_ENABLE_ACCELERATOR_PRINTF needs not be
// defined.
#ifndef HC_PRINTF_HPP
#define HC_PRINTF_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc_defines.h"
#include "hcrt/detail/print.hpp"

namespace hc {

/// Why printf printed nothing.
enum PrintfError {
  PRINTF_SUCCESS = 0,
  PRINTF_BUFFER_OVERFLOW = 1,         // more than the 4 MiB that wait to be printed
  PRINTF_STRING_BUFFER_OVERFLOW = 2,  // the same with the texts of %s
  PRINTF_UNKNOWN_ERROR = 3,
  PRINTF_BUFFER_NULLPTR = 4  // printing is turned off
};

/// The C library's printf, but for %n. Arguments that the format does not use are ignored; half and float are
/// widened to double.
template <class... T>
HCRT_BOTH inline PrintfError printf(const char* format, T... values) {
  return static_cast<PrintfError>(hcrt::detail::print(hcrt::detail::print_text, format, values...));
}

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
