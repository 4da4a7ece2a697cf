// The members of the specification's exceptions, and which of them an Error becomes.
#include "exceptions.hpp"

#include "log.hpp"

namespace Kalmar {
namespace {

// Windows' codes, whose type is unsigned there.
constexpr HRESULT failed = static_cast<HRESULT>(0x80004005u);
constexpr HRESULT no_memory = static_cast<HRESULT>(0x8007000Eu);
constexpr HRESULT device_removed = static_cast<HRESULT>(0x887A0005u);

}  // namespace

runtime_exception::runtime_exception(const char* message, HRESULT error) : message_(message), error_(error) {}
runtime_exception::runtime_exception(HRESULT error) : error_(error) {}
runtime_exception::runtime_exception(const runtime_exception&) = default;
runtime_exception& runtime_exception::operator=(const runtime_exception&) = default;
runtime_exception::~runtime_exception() noexcept = default;
const char* runtime_exception::what() const noexcept { return message_.c_str(); }

invalid_compute_domain::invalid_compute_domain(const char* message) : runtime_exception(message, failed) {}
invalid_compute_domain::invalid_compute_domain() : invalid_compute_domain("") {}

out_of_memory::out_of_memory(const char* message) : runtime_exception(message, no_memory) {}
out_of_memory::out_of_memory() : out_of_memory("") {}

unsupported_feature::unsupported_feature(const char* message) : runtime_exception(message, failed) {}
unsupported_feature::unsupported_feature() : unsupported_feature("") {}

uninitialized_object::uninitialized_object(const char* message) : runtime_exception(message, failed) {}
uninitialized_object::uninitialized_object() : uninitialized_object("") {}

accelerator_view_removed::accelerator_view_removed(const char* message, HRESULT reason)
    : runtime_exception(message, device_removed), reason_(reason) {}
accelerator_view_removed::accelerator_view_removed(HRESULT reason) : accelerator_view_removed("", reason) {}

}  // namespace Kalmar

namespace hcrt {

void detail::fail(const char* message) {
  throw Kalmar::runtime_exception(message, static_cast<Kalmar::HRESULT>(0x80004005u));
}

void detail::fail_argument(const char* message) {
  throw Kalmar::runtime_exception(message, static_cast<Kalmar::HRESULT>(0x80070057u));
}

void detail::fail_sizes(const char* function, const char* fault, int dimension, long long value,
                        long long limit) {
  fail_argument(
      text("%s: %s. Dimension %d: %lld and %lld", function, fault, dimension, value, limit).c_str());
}

void throw_specified(const Error& error) {
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
  detail::fail(error.what());
}

}  // namespace hcrt
