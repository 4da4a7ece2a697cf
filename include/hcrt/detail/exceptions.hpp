// The specification's exceptions, and how libhcrt's errors become them.
#ifndef HCRT_DETAIL_EXCEPTIONS_HPP
#define HCRT_DETAIL_EXCEPTIONS_HPP

#include "handle.hpp"

#define HCRT_PROPERTY(getter, type, name) __declspec(property(get = getter)) type name
#include "../exceptions.hpp"

// Windows' names of the codes that errors have.
#ifndef E_FAIL
#define E_FAIL (static_cast<int>(0x80004005))
#endif
#ifndef E_INVALIDARG
#define E_INVALIDARG (static_cast<int>(0x80070057))
#endif
#ifndef E_OUTOFMEMORY
#define E_OUTOFMEMORY (static_cast<int>(0x8007000E))
#endif

namespace hcrt {
namespace detail {

// A check that only host code makes, in a function that kernels may call too.
#ifdef __KALMAR_ACCELERATOR__
#define HCRT_HOST_CHECK(condition, message) static_cast<void>(0)
#define HCRT_HOST_REQUIRE(condition, failure) static_cast<void>(0)
#else
#define HCRT_HOST_REQUIRE(condition, failure) static_cast<void>((condition) || ((failure), false))
#define HCRT_HOST_CHECK(condition, message) \
  static_cast<void>((condition) || (::hcrt::detail::fail(message), false))
#endif

#ifndef __KALMAR_ACCELERATOR__
/// Calls libhcrt; its errors leave as the specification's exceptions. What programs call often does that
/// itself (program.hpp).
template <class Call>
HCRT_CPU auto checked(Call&& call) -> decltype(call()) {
  try {
    return call();
  } catch (const Error& error) {
    throw_specified(error);
  }
}
#endif

}  // namespace detail
}  // namespace hcrt
#endif
