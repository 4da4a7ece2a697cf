#include "log.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "lasting.hpp"
#include "variables.hpp"

namespace hcrt {

bool verbose() noexcept {
  return lasting([] { return variables::verbose.is_on(); });
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

static void append_utf8(std::string& bytes, std::uint32_t code) {
  const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr std::uint32_t leads[] = {0, 0xC0, 0xE0, 0xF0};
  bytes += static_cast<char>(leads[more] | (more == 3 ? code >> 18 & 7 : code >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) bytes += static_cast<char>(0x80 | (code >> (6 * i) & 0x3F));
}

std::string narrow(const std::wstring& wide) {
  std::string bytes;
  bytes.reserve(wide.size());
  const auto is_surrogate = [&](std::size_t at, std::uint32_t first) {
    return at < wide.size() && static_cast<std::uint32_t>(wide[at]) - first < 0x400;
  };
  for (std::size_t i = 0; i < wide.size(); ++i) {
    auto code = static_cast<std::uint32_t>(wide[i]);
    if (is_surrogate(i, 0xD800) && is_surrogate(i + 1, 0xDC00))
      code = 0x10000 + ((code & 0x3FF) << 10) + (static_cast<std::uint32_t>(wide[++i]) & 0x3FF);
    append_utf8(bytes, code);
  }
  return bytes;
}

std::wstring widen(const std::string& bytes) {
  std::wstring wide;
  for (std::size_t i = 0; i < bytes.size();) {
    const auto lead = static_cast<unsigned char>(bytes[i++]);
    const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    std::uint32_t code = more == 0 ? lead : lead & (0x3Fu >> more);
    for (int k = 0; k < more && i < bytes.size() && (bytes[i] & 0xC0) == 0x80; ++k)
      code = code << 6 | (bytes[i++] & 0x3F);
    wide += static_cast<wchar_t>(code);
  }
  return wide;
}

}  // namespace hcrt
