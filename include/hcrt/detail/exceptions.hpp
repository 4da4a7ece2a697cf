// The specification's exceptions, and how libhcrt's errors become them.
#ifndef HCRT_DETAIL_EXCEPTIONS_HPP
#define HCRT_DETAIL_EXCEPTIONS_HPP

#include <exception>
#include <string>

#include "handle.hpp"

// Windows' names of the codes below.
#ifndef E_FAIL
#define E_FAIL 0x80004005
#endif
#ifndef E_INVALIDARG
#define E_INVALIDARG 0x80070057
#endif
#ifndef E_OUTOFMEMORY
#define E_OUTOFMEMORY 0x8007000E
#endif

namespace Kalmar {

typedef int HRESULT;

/// An error of the run time; the error code is in the form of Windows' HRESULT.
class runtime_exception : public std::exception {
 public:
  HCRT_CPU runtime_exception(const char* message, HRESULT error) : message_(message), error_(error) {}
  HCRT_CPU explicit runtime_exception(HRESULT error) : error_(error) {}
  HCRT_CPU runtime_exception(const runtime_exception& other) = default;
  HCRT_CPU runtime_exception& operator=(const runtime_exception& other) = default;
  HCRT_CPU ~runtime_exception() noexcept override {}

  HCRT_CPU const char* what() const noexcept override { return message_.c_str(); }
  HCRT_CPU HRESULT get_error_code() const { return error_; }
  __declspec(property(get = get_error_code)) HRESULT error_code;

 private:
  std::string message_;
  HRESULT error_;
};

/// A parallel_for_each over an extent or with tiles that the accelerator can't run.
class invalid_compute_domain : public runtime_exception {
 public:
  HCRT_CPU explicit invalid_compute_domain(const char* message)
      : runtime_exception(message, static_cast<HRESULT>(0x80004005u)) {}
  HCRT_CPU invalid_compute_domain() : invalid_compute_domain("") {}
};

class out_of_memory : public runtime_exception {
 public:
  HCRT_CPU explicit out_of_memory(const char* message)
      : runtime_exception(message, static_cast<HRESULT>(0x8007000Eu)) {}
  HCRT_CPU out_of_memory() : out_of_memory("") {}
};

class unsupported_feature : public runtime_exception {
 public:
  HCRT_CPU explicit unsupported_feature(const char* message)
      : runtime_exception(message, static_cast<HRESULT>(0x80004005u)) {}
  HCRT_CPU unsupported_feature() : unsupported_feature("") {}
};

/// An object was used before it was given a value.
class uninitialized_object : public runtime_exception {
 public:
  HCRT_CPU explicit uninitialized_object(const char* message)
      : runtime_exception(message, static_cast<HRESULT>(0x80004005u)) {}
  HCRT_CPU uninitialized_object() : uninitialized_object("") {}
};

/// The device behind an accelerator_view is gone.
class accelerator_view_removed : public runtime_exception {
 public:
  HCRT_CPU accelerator_view_removed(const char* message, HRESULT reason)
      : runtime_exception(message, static_cast<HRESULT>(0x887A0005u)), reason_(reason) {}
  HCRT_CPU explicit accelerator_view_removed(HRESULT reason) : accelerator_view_removed("", reason) {}

  HCRT_CPU HRESULT get_view_removed_reason() const { return reason_; }
  __declspec(property(get = get_view_removed_reason)) HRESULT view_removed_reason;

 private:
  HRESULT reason_;
};

}  // namespace Kalmar

namespace hcrt {
namespace detail {

/// Throws a plain runtime_exception.
[[noreturn]] HCRT_CPU inline void fail(const char* message) {
  throw Kalmar::runtime_exception(message, static_cast<Kalmar::HRESULT>(0x80004005u));
}

/// Throws for an argument that the specification forbids.
[[noreturn]] HCRT_CPU inline void fail_argument(const char* message) {
  throw Kalmar::runtime_exception(message, static_cast<Kalmar::HRESULT>(0x80070057u));
}

// A check that only host code makes, in a function that kernels may call too.
#ifdef __KALMAR_ACCELERATOR__
#define HCRT_HOST_CHECK(condition, message) static_cast<void>(0)
#else
#define HCRT_HOST_CHECK(condition, message) \
  static_cast<void>((condition) || (::hcrt::detail::fail(message), false))
#endif

#ifndef __KALMAR_ACCELERATOR__
[[noreturn]] HCRT_CPU inline void throw_specified(const Error& error) {
  switch (error.code()) {
    case Errc::invalid_compute_domain:
      throw Kalmar::invalid_compute_domain(error.what());
    case Errc::out_of_memory:
      throw Kalmar::out_of_memory(error.what());
    case Errc::unsupported_feature:
      throw Kalmar::unsupported_feature(error.what());
    case Errc::device_removed:
      throw Kalmar::accelerator_view_removed(error.what(), static_cast<Kalmar::HRESULT>(0x80004005u));
    case Errc::runtime:
      break;
  }
  fail(error.what());
}

/// Calls libhcrt; its errors leave as the specification's exceptions.
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
