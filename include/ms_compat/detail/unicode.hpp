// UTF-8 and the wide strings of this system, one wchar_t for each character.
#ifndef HCPY_MS_COMPAT_UNICODE_HPP
#define HCPY_MS_COMPAT_UNICODE_HPP

#include <string>

namespace hcrt_ms {

inline std::string to_utf8(const wchar_t* text, size_t length) {
  std::string bytes;
  for (size_t i = 0; i < length; ++i) {
    const unsigned c = static_cast<unsigned>(text[i]);
    if (c < 0x80) {
      bytes += static_cast<char>(c);
    } else if (c < 0x800) {
      bytes += static_cast<char>(0xC0 | c >> 6);
      bytes += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      bytes += static_cast<char>(0xE0 | c >> 12);
      bytes += static_cast<char>(0x80 | (c >> 6 & 0x3F));
      bytes += static_cast<char>(0x80 | (c & 0x3F));
    } else {
      bytes += static_cast<char>(0xF0 | (c >> 18 & 7));
      bytes += static_cast<char>(0x80 | (c >> 12 & 0x3F));
      bytes += static_cast<char>(0x80 | (c >> 6 & 0x3F));
      bytes += static_cast<char>(0x80 | (c & 0x3F));
    }
  }
  return bytes;
}
inline std::string to_utf8(const std::wstring& text) { return to_utf8(text.data(), text.size()); }

// Bytes that are no UTF-8 become one character each.
inline std::wstring from_utf8(const char* text, size_t length) {
  std::wstring wide;
  for (size_t i = 0; i < length;) {
    const unsigned first = static_cast<unsigned char>(text[i]);
    const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
    unsigned c = more == 0 ? first : first & (0x3F >> more);
    int taken = 0;
    while (taken < more && i + taken + 1 < length && (text[i + taken + 1] & 0xC0) == 0x80) {
      c = c << 6 | (static_cast<unsigned char>(text[i + taken + 1]) & 0x3F);
      ++taken;
    }
    wide += static_cast<wchar_t>(taken == more ? c : first);
    i += taken == more ? static_cast<size_t>(more) + 1 : 1;
  }
  return wide;
}
inline std::wstring from_utf8(const std::string& text) { return from_utf8(text.data(), text.size()); }

// Of a file that a stream opens: the compiler writes the call around a wide name, which may be the argument
// of a template that is instantiated with narrow ones as well.
inline std::string file_name(const std::wstring& name) { return to_utf8(name); }
inline const std::string& file_name(const std::string& name) { return name; }
inline const char* file_name(const char* name) { return name; }

template <class Char>
struct Converted;
template <>
struct Converted<char> {
  static std::string from(const std::string& text) { return text; }
};
template <>
struct Converted<wchar_t> {
  static std::wstring from(const std::string& text) { return from_utf8(text); }
};

// Copies as much of a string as the target holds with its end; returns whether all of it fitted.
template <class Char>
bool copy_within(Char* target, size_t capacity, const std::basic_string<Char>& text) {
  if (target == nullptr || capacity == 0) return false;
  const size_t count = text.size() < capacity ? text.size() : capacity - 1;
  text.copy(target, count);
  target[count] = Char();
  return count == text.size();
}

}  // namespace hcrt_ms
#endif
