// <stdio.h> as Visual C++ has it, beyond C's.
#ifndef HCPY_MS_COMPAT_STDIO_HPP
#define HCPY_MS_COMPAT_STDIO_HPP

#include <stdarg.h>
#include <stdio.h>

#include <hcrt/detail/wide_stdio.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "keywords.hpp"
#include "unicode.hpp"

namespace hcrt_ms {

// The widths that the sizes among scanf_s's arguments ask for, written into the format.
inline std::string scan_format(const char* format, const std::vector<size_t>& sizes) {
  std::string made;
  size_t next = 0;
  for (const char* p = format; *p; ++p) {
    made += *p;
    if (*p != '%') continue;
    if (p[1] == '%' || p[1] == '*') {
      made += *++p;
      continue;
    }
    const bool has_width = p[1] >= '0' && p[1] <= '9';
    const char* kind = p + 1;
    while ((*kind >= '0' && *kind <= '9') || *kind == 'l' || *kind == 'h') ++kind;
    if ((*kind == 's' || *kind == '[') && next < sizes.size()) {
      if (!has_width && sizes[next] > 1) made += std::to_string(sizes[next] - 1);
      ++next;
    } else if (*kind == 'c') {
      ++next;
    }
  }
  return made;
}

// scanf's targets are pointers, and the sizes that scanf_s takes besides are not.
template <class Scan>
int scan_pointers(Scan scan) {
  return scan();
}
template <class Scan, class T, class... Rest>
int scan_pointers(Scan scan, T value, Rest... rest) {
  if constexpr (std::is_pointer<T>::value)
    return scan_pointers([=](auto... later) { return scan(value, later...); }, rest...);
  else
    return scan_pointers(scan, rest...);
}
template <class T>
void note_size(std::vector<size_t>& sizes, T value) {
  if constexpr (!std::is_pointer<T>::value) sizes.push_back(static_cast<size_t>(value));
}

// vsnprintf with Microsoft's results: -1 where the text does not fit.
inline int print_within(char* target, size_t capacity, const char* format, va_list arguments) {
  const int length = vsnprintf(target, capacity, format, arguments);
  return length >= 0 && static_cast<size_t>(length) < capacity ? length : -1;
}

}  // namespace hcrt_ms

HCRT_MS_FN errno_t fopen_s(FILE** file, const char* name, const char* mode) {
  std::string plain;  // without Microsoft's ",ccs=UTF-8" and text mode
  for (const char* p = mode; *p && *p != ','; ++p)
    if (*p != 't' && *p != ' ') plain += *p;
  *file = fopen(name, plain.c_str());
  return *file ? 0 : errno;
}
HCRT_MS_FN errno_t freopen_s(FILE** file, const char* name, const char* mode, FILE* old) {
  *file = freopen(name, mode, old);
  return *file ? 0 : errno;
}
HCRT_MS_FN FILE* _wfopen(const wchar_t* name, const wchar_t* mode) {
  FILE* file = nullptr;
  fopen_s(&file, hcrt_ms::to_utf8(name).c_str(), hcrt_ms::to_utf8(mode).c_str());
  return file;
}
HCRT_MS_FN errno_t _wfopen_s(FILE** file, const wchar_t* name, const wchar_t* mode) {
  *file = _wfopen(name, mode);
  return *file ? 0 : errno;
}

HCRT_MS_FN int vsprintf_s(char* target, size_t capacity, const char* format, va_list arguments) {
  const int length = hcrt_ms::print_within(target, capacity, format, arguments);
  if (length < 0 && capacity > 0) target[0] = 0;
  return length;
}
template <class... Arguments>
int sprintf_s(char* target, size_t capacity, const char* format, Arguments... arguments) {
  const int length = snprintf(target, capacity, format, arguments...);
  if (length >= 0 && static_cast<size_t>(length) < capacity) return length;
  if (capacity > 0) target[0] = 0;
  return -1;
}
template <size_t N, class... Arguments>
int sprintf_s(char (&target)[N], const char* format, Arguments... arguments) {
  return sprintf_s(&target[0], N, format, arguments...);
}
template <class... Arguments>
int _snprintf(char* target, size_t capacity, const char* format, Arguments... arguments) {
  const int length = snprintf(target, capacity, format, arguments...);
  return length >= 0 && static_cast<size_t>(length) < capacity ? length : -1;
}
template <class... Arguments>
int _snprintf_s(char* target, size_t capacity, size_t count, const char* format, Arguments... arguments) {
  return _snprintf(target, count < capacity ? count + 1 : capacity, format, arguments...);
}
template <size_t N, class... Arguments>
int _snprintf_s(char (&target)[N], size_t count, const char* format, Arguments... arguments) {
  return _snprintf_s(&target[0], N, count, format, arguments...);
}
HCRT_MS_FN int _vsnprintf(char* target, size_t capacity, const char* format, va_list arguments) {
  return hcrt_ms::print_within(target, capacity, format, arguments);
}
HCRT_MS_FN int _vsnprintf_s(char* target, size_t capacity, size_t, const char* format, va_list arguments) {
  return hcrt_ms::print_within(target, capacity, format, arguments);
}
HCRT_MS_FN int _vscprintf(const char* format, va_list arguments) {
  return vsnprintf(nullptr, 0, format, arguments);
}
template <class... Arguments>
int _scprintf(const char* format, Arguments... arguments) {
  return snprintf(nullptr, 0, format, arguments...);
}
template <class... Arguments>
int printf_s(const char* format, Arguments... arguments) {
  return printf(format, arguments...);
}
template <class... Arguments>
int fprintf_s(FILE* file, const char* format, Arguments... arguments) {
  return fprintf(file, format, arguments...);
}
template <class... Arguments>
int wprintf_s(const wchar_t* format, Arguments... arguments) {
  return wprintf(format, arguments...);
}
template <class... Arguments>
int swprintf_s(wchar_t* target, size_t capacity, const wchar_t* format, Arguments... arguments) {
  if (hcrt_ms::copy_within(target, capacity, hcrt_wide::format(format, arguments...)))
    return static_cast<int>(wcslen(target));
  if (capacity > 0) target[0] = 0;
  return -1;
}
template <size_t N, class... Arguments>
int swprintf_s(wchar_t (&target)[N], const wchar_t* format, Arguments... arguments) {
  return swprintf_s(&target[0], N, format, arguments...);
}
template <class... Arguments>
int _snwprintf(wchar_t* target, size_t capacity, const wchar_t* format, Arguments... arguments) {
  return hcrt_ms::copy_within(target, capacity, hcrt_wide::format(format, arguments...))
             ? static_cast<int>(wcslen(target))
             : -1;
}
template <class... Arguments>
int _snwprintf_s(wchar_t* target, size_t capacity, size_t, const wchar_t* format, Arguments... arguments) {
  return _snwprintf(target, capacity, format, arguments...);
}

template <class... Arguments>
int sscanf_s(const char* text, const char* format, Arguments... arguments) {
  std::vector<size_t> sizes;
  (hcrt_ms::note_size(sizes, arguments), ...);
  const std::string made = hcrt_ms::scan_format(format, sizes);
  return hcrt_ms::scan_pointers([=](auto... p) { return sscanf(text, made.c_str(), p...); }, arguments...);
}
template <class... Arguments>
int fscanf_s(FILE* file, const char* format, Arguments... arguments) {
  std::vector<size_t> sizes;
  (hcrt_ms::note_size(sizes, arguments), ...);
  const std::string made = hcrt_ms::scan_format(format, sizes);
  return hcrt_ms::scan_pointers([=](auto... p) { return fscanf(file, made.c_str(), p...); }, arguments...);
}
template <class... Arguments>
int scanf_s(const char* format, Arguments... arguments) {
  return fscanf_s(stdin, format, arguments...);
}
HCRT_MS_FN char* gets_s(char* target, size_t capacity) {
  if (!fgets(target, static_cast<int>(capacity), stdin)) return nullptr;
  for (char* p = target; *p; ++p)
    if (*p == '\n') *p = 0;
  return target;
}
template <size_t N>
char* gets_s(char (&target)[N]) {
  return gets_s(&target[0], N);
}

HCRT_MS_FN int _putws(const wchar_t* text) { return hcrt_wide::put(stdout, std::wstring(text) + L'\n'); }
HCRT_MS_FN int _fileno(FILE* file) { return fileno(file); }
HCRT_MS_FN int _fseeki64(FILE* file, long long offset, int origin) { return fseeko(file, offset, origin); }
HCRT_MS_FN long long _ftelli64(FILE* file) { return ftello(file); }
HCRT_MS_FN FILE* _popen(const char* command, const char* mode) { return popen(command, mode); }
HCRT_MS_FN int _pclose(FILE* file) { return pclose(file); }

#endif
