// <string.h> and <wchar.h> as Visual C++ has them, beyond C's. A text that does not fit gives ERANGE and an
// empty target, where Microsoft's default handler ends the program.
#ifndef HCPY_MS_COMPAT_STRING_HPP
#define HCPY_MS_COMPAT_STRING_HPP

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include <wctype.h>

#include <string>

#include "keywords.hpp"
#include "unicode.hpp"

namespace hcrt_ms {

#define STRUNCATE 80

template <class Char>
errno_t copy_string(Char* target, size_t capacity, const Char* source, size_t count) {
  if (!target || capacity == 0) return EINVAL;
  if (!source) {
    target[0] = 0;
    return EINVAL;
  }
  size_t length = 0;
  while (length < count && source[length]) ++length;
  const bool fits = length < capacity;
  if (!fits && count == _TRUNCATE) length = capacity - 1;
  if (!fits && count != _TRUNCATE) length = 0;
  std::char_traits<Char>::move(target, source, length);
  target[length] = 0;
  return fits ? 0 : count == _TRUNCATE ? STRUNCATE : ERANGE;
}

template <class Char>
errno_t append_string(Char* target, size_t capacity, const Char* source, size_t count) {
  size_t length = 0;
  while (length < capacity && target[length]) ++length;
  const errno_t error =
      length == capacity ? EINVAL : copy_string(target + length, capacity - length, source, count);
  if (error && error != STRUNCATE) target[0] = 0;
  return error;
}

constexpr size_t everything = (size_t)-2;  // not _TRUNCATE: a text that is too long is an error

}  // namespace hcrt_ms

#define HCRT_MS_STRINGS(Char, copy, copy_n, append, append_n)                                    \
  HCRT_MS_FN errno_t copy(Char* target, size_t capacity, const Char* source) {                   \
    return hcrt_ms::copy_string(target, capacity, source, hcrt_ms::everything);                  \
  }                                                                                              \
  template <size_t N>                                                                            \
  errno_t copy(Char(&target)[N], const Char* source) {                                           \
    return hcrt_ms::copy_string(&target[0], N, source, hcrt_ms::everything);                     \
  }                                                                                              \
  HCRT_MS_FN errno_t copy_n(Char* target, size_t capacity, const Char* source, size_t count) {   \
    return hcrt_ms::copy_string(target, capacity, source, count);                                \
  }                                                                                              \
  template <size_t N>                                                                            \
  errno_t copy_n(Char(&target)[N], const Char* source, size_t count) {                           \
    return hcrt_ms::copy_string(&target[0], N, source, count);                                   \
  }                                                                                              \
  HCRT_MS_FN errno_t append(Char* target, size_t capacity, const Char* source) {                 \
    return hcrt_ms::append_string(target, capacity, source, hcrt_ms::everything);                \
  }                                                                                              \
  template <size_t N>                                                                            \
  errno_t append(Char(&target)[N], const Char* source) {                                         \
    return hcrt_ms::append_string(&target[0], N, source, hcrt_ms::everything);                   \
  }                                                                                              \
  HCRT_MS_FN errno_t append_n(Char* target, size_t capacity, const Char* source, size_t count) { \
    return hcrt_ms::append_string(target, capacity, source, count);                              \
  }                                                                                              \
  template <size_t N>                                                                            \
  errno_t append_n(Char(&target)[N], const Char* source, size_t count) {                         \
    return hcrt_ms::append_string(&target[0], N, source, count);                                 \
  }
HCRT_MS_STRINGS(char, strcpy_s, strncpy_s, strcat_s, strncat_s)
HCRT_MS_STRINGS(wchar_t, wcscpy_s, wcsncpy_s, wcscat_s, wcsncat_s)
#undef HCRT_MS_STRINGS

HCRT_MS_FN char* strtok_s(char* text, const char* marks, char** context) {
  return strtok_r(text, marks, context);
}
HCRT_MS_FN wchar_t* wcstok_s(wchar_t* text, const wchar_t* marks, wchar_t** context) {
  return wcstok(text, marks, context);
}
HCRT_MS_FN errno_t strerror_s(char* target, size_t capacity, int error) {
  return hcrt_ms::copy_string(target, capacity, static_cast<const char*>(strerror(error)), _TRUNCATE);
}
template <size_t N>
errno_t strerror_s(char (&target)[N], int error) {
  return strerror_s(&target[0], N, error);
}
HCRT_MS_FN errno_t memcpy_s(void* target, size_t capacity, const void* source, size_t count) {
  if (count > capacity) return ERANGE;
  memcpy(target, source, count);
  return 0;
}
HCRT_MS_FN errno_t memmove_s(void* target, size_t capacity, const void* source, size_t count) {
  if (count > capacity) return ERANGE;
  memmove(target, source, count);
  return 0;
}

HCRT_MS_FN int _stricmp(const char* a, const char* b) { return strcasecmp(a, b); }
HCRT_MS_FN int stricmp(const char* a, const char* b) { return strcasecmp(a, b); }
HCRT_MS_FN int _strcmpi(const char* a, const char* b) { return strcasecmp(a, b); }
HCRT_MS_FN int _strnicmp(const char* a, const char* b, size_t n) { return strncasecmp(a, b, n); }
HCRT_MS_FN int strnicmp(const char* a, const char* b, size_t n) { return strncasecmp(a, b, n); }
HCRT_MS_FN int _wcsicmp(const wchar_t* a, const wchar_t* b) { return wcscasecmp(a, b); }
HCRT_MS_FN int _wcsnicmp(const wchar_t* a, const wchar_t* b, size_t n) { return wcsncasecmp(a, b, n); }
HCRT_MS_FN char* _strdup(const char* text) { return strdup(text); }
HCRT_MS_FN wchar_t* _wcsdup(const wchar_t* text) { return wcsdup(text); }
HCRT_MS_FN size_t strnlen_s(const char* text, size_t count) { return text ? strnlen(text, count) : 0; }
HCRT_MS_FN size_t wcsnlen_s(const wchar_t* text, size_t count) { return text ? wcsnlen(text, count) : 0; }
HCRT_MS_FN char* _strlwr(char* text) {
  for (char* p = text; *p; ++p) *p = static_cast<char>(tolower(static_cast<unsigned char>(*p)));
  return text;
}
HCRT_MS_FN char* _strupr(char* text) {
  for (char* p = text; *p; ++p) *p = static_cast<char>(toupper(static_cast<unsigned char>(*p)));
  return text;
}
HCRT_MS_FN char* _strrev(char* text) {
  const size_t length = strlen(text);
  for (size_t i = 0; i < length / 2; ++i) {
    const char c = text[i];
    text[i] = text[length - 1 - i];
    text[length - 1 - i] = c;
  }
  return text;
}

HCRT_MS_FN errno_t mbstowcs_s(size_t* converted, wchar_t* target, size_t capacity, const char* source,
                              size_t) {
  const std::wstring wide = hcrt_ms::from_utf8(source);
  if (converted) *converted = wide.size() + 1;
  if (!target) return 0;
  return hcrt_ms::copy_within(target, capacity, wide) ? 0 : STRUNCATE;
}
HCRT_MS_FN errno_t wcstombs_s(size_t* converted, char* target, size_t capacity, const wchar_t* source,
                              size_t) {
  const std::string bytes = hcrt_ms::to_utf8(source);
  if (converted) *converted = bytes.size() + 1;
  if (!target) return 0;
  return hcrt_ms::copy_within(target, capacity, bytes) ? 0 : STRUNCATE;
}
template <size_t N>
errno_t mbstowcs_s(size_t* converted, wchar_t (&target)[N], const char* source, size_t count) {
  return mbstowcs_s(converted, &target[0], N, source, count);
}
template <size_t N>
errno_t wcstombs_s(size_t* converted, char (&target)[N], const wchar_t* source, size_t count) {
  return wcstombs_s(converted, &target[0], N, source, count);
}

#endif
