// HCPY_VERBOSE=1: each choice of the runtime as a line on stderr.
#ifndef HCRT_CORE_LOG_HPP
#define HCRT_CORE_LOG_HPP

#include <cstdarg>
#include <hcrt/runtime.hpp>
#include <string>

namespace hcrt {

bool verbose() noexcept;
void log_line(const char* format, ...) __attribute__((format(printf, 1, 2)));

/// printf into a string, for messages.
std::string text(const char* format, ...) __attribute__((format(printf, 1, 2)));
/// UTF-8. Pairs of surrogates, which programs written for 16-bit wchar_t make, are one character.
std::string narrow(const std::wstring&);
std::wstring widen(const std::string&);

}  // namespace hcrt

// The arguments are not evaluated when the log is off.
#define HCRT_LOG(...) (::hcrt::verbose() ? ::hcrt::log_line(__VA_ARGS__) : void())

#endif
