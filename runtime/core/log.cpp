#include "log.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace hcrt {

bool verbose() noexcept {
  static const bool on = [] {
    const char* value = std::getenv("HCPY_VERBOSE");
    return value && *value && std::strcmp(value, "0") != 0;
  }();
  return on;
}

static std::string format_text(const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  std::string result(length > 0 ? static_cast<std::size_t>(length) : 0, '\0');
  if (length > 0) std::vsnprintf(&result[0], result.size() + 1, format, arguments);
  return result;
}

void log_line(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const std::string line = "hcrt: " + format_text(format, arguments) + "\n";
  va_end(arguments);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

std::string text(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string result = format_text(format, arguments);
  va_end(arguments);
  return result;
}

std::string narrow(const std::wstring& wide) {
  std::string result;
  for (const wchar_t c : wide) {
    const auto code = static_cast<std::uint32_t>(c);
    if (code < 0x80) {
      result += static_cast<char>(code);
    } else if (code < 0x800) {
      result += static_cast<char>(0xC0 | code >> 6);
      result += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
      result += static_cast<char>(0xE0 | code >> 12);
      result += static_cast<char>(0x80 | (code >> 6 & 0x3F));
      result += static_cast<char>(0x80 | (code & 0x3F));
    } else {
      result += static_cast<char>(0xF0 | code >> 18);
      result += static_cast<char>(0x80 | (code >> 12 & 0x3F));
      result += static_cast<char>(0x80 | (code >> 6 & 0x3F));
      result += static_cast<char>(0x80 | (code & 0x3F));
    }
  }
  return result;
}

std::wstring widen(const std::string& bytes) {
  std::wstring result;
  for (std::size_t i = 0; i < bytes.size();) {
    const auto lead = static_cast<unsigned char>(bytes[i++]);
    const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    std::uint32_t code = more == 0 ? lead : lead & (0x3Fu >> more);
    for (int k = 0; k < more && i < bytes.size(); ++k) code = code << 6 | (bytes[i++] & 0x3F);
    result += static_cast<wchar_t>(code);
  }
  return result;
}

}  // namespace hcrt
