#ifndef HCRT_DETAIL_UNWINDING_HPP
#define HCRT_DETAIL_UNWINDING_HPP

#include <exception>

#ifndef __KALMAR_ACCELERATOR__
namespace hcrt {
namespace detail {

/// Does an exception end this scope?
inline bool unwinding() {
#if __cplusplus >= 201703L
  return std::uncaught_exceptions() > 0;
#else
  return std::uncaught_exception();
#endif
}

}  // namespace detail
}  // namespace hcrt
#endif
#endif
