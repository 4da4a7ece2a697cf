// The specification's exceptions. libhcrt has their members, so that no program compiles them.
//
// Takes two macros of its reader: HCRT_CPU, a function of the host, and HCRT_PROPERTY(get, type, name).
#ifndef HCRT_EXCEPTIONS_HPP
#define HCRT_EXCEPTIONS_HPP

#include <exception>
#include <string>

#pragma GCC visibility push(default)  // libhcrt exports these, also where -fvisibility=hidden is given

namespace Kalmar {

typedef int HRESULT;

/// An error of the run time; the error code is in the form of Windows' HRESULT.
class runtime_exception : public std::exception {
 public:
  HCRT_CPU runtime_exception(const char* message, HRESULT error);
  HCRT_CPU explicit runtime_exception(HRESULT error);
  HCRT_CPU runtime_exception(const runtime_exception& other);
  HCRT_CPU runtime_exception& operator=(const runtime_exception& other);
  HCRT_CPU ~runtime_exception() noexcept override;

  /// The message, which says what failed and where.
  HCRT_CPU const char* what() const noexcept override;
  /// Windows' code of the error: E_FAIL, E_INVALIDARG or E_OUTOFMEMORY.
  HCRT_CPU HRESULT get_error_code() const { return error_; }
  HCRT_PROPERTY(get_error_code, HRESULT, error_code);

 private:
  std::string message_;
  HRESULT error_;
};

/// A parallel_for_each over an extent or with tiles that the accelerator can't run.
class invalid_compute_domain : public runtime_exception {
 public:
  HCRT_CPU explicit invalid_compute_domain(const char* message);
  HCRT_CPU invalid_compute_domain();
};

/// The host or the device has not enough memory.
class out_of_memory : public runtime_exception {
 public:
  HCRT_CPU explicit out_of_memory(const char* message);
  HCRT_CPU out_of_memory();
};

/// The device lacks what the kernel or the call needs.
class unsupported_feature : public runtime_exception {
 public:
  HCRT_CPU explicit unsupported_feature(const char* message);
  HCRT_CPU unsupported_feature();
};

/// An object was used before it was given a value.
class uninitialized_object : public runtime_exception {
 public:
  HCRT_CPU explicit uninitialized_object(const char* message);
  HCRT_CPU uninitialized_object();
};

/// The device of an accelerator_view is gone.
class accelerator_view_removed : public runtime_exception {
 public:
  HCRT_CPU accelerator_view_removed(const char* message, HRESULT reason);
  HCRT_CPU explicit accelerator_view_removed(HRESULT reason);

  /// Windows' code of the reason.
  HCRT_CPU HRESULT get_view_removed_reason() const { return reason_; }
  HCRT_PROPERTY(get_view_removed_reason, HRESULT, view_removed_reason);

 private:
  HRESULT reason_;
};

}  // namespace Kalmar

namespace hcrt {
namespace detail {

/// Throws a plain runtime_exception.
[[noreturn]] HCRT_CPU void fail(const char* message);
/// Throws for an argument that the specification forbids.
[[noreturn]] HCRT_CPU void fail_argument(const char* message);
/// The same for a size, with the name of the function, the dimension, what it has and what it may have.
[[noreturn]] HCRT_CPU void fail_sizes(const char* function, const char* fault, int dimension, long long value,
                                      long long limit);

}  // namespace detail
}  // namespace hcrt

#pragma GCC visibility pop
#endif
