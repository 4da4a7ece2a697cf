// The specification's exceptions, as libhcrt throws them on behalf of the public headers.
#ifndef HCRT_CORE_EXCEPTIONS_HPP
#define HCRT_CORE_EXCEPTIONS_HPP

#include <hcrt/program.hpp>

#define HCRT_CPU
#define HCRT_PROPERTY(getter, type, name) static_assert(true, "only the program's compiler knows properties")
#include <hcrt/exceptions.hpp>

namespace hcrt {

/// Calls something; its errors leave as the specification's exceptions.
template <class Call>
auto specified(Call&& call) -> decltype(call()) {
  try {
    return call();
  } catch (const Error& error) {
    throw_specified(error);
  }
}

}  // namespace hcrt
#endif
