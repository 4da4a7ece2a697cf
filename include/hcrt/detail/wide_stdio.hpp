// wprintf and its like, for streams that also print bytes: glibc gives a stream to the first kind that uses
// it, and what the other kind prints is lost. Here wide text reaches the stream as UTF-8.
//
// The compiler includes this before sources that name one of these functions. %s and %c print what their
// argument is: Visual C++ and glibc mean different things by them.
#ifndef HCRT_DETAIL_WIDE_STDIO_HPP
#define HCRT_DETAIL_WIDE_STDIO_HPP

#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

#include <cwchar>
#include <string>
#include <type_traits>

namespace hcrt_wide {

#pragma GCC visibility push(default)
// Prints to a stream of bytes as UTF-8; 0, or EOF on an error.
int put(FILE* file, const wchar_t* text, size_t length);
// The format with glibc's letters for what the arguments are: `kinds` has one of kind_of for each.
std::wstring native_format(const wchar_t* format, const char* kinds);
std::wstring native_text(const wchar_t* format, ...);
std::wstring widened(const char* text);  // of UTF-8
std::wstring native_text_v(const wchar_t* format, va_list arguments);
#pragma GCC visibility pop
inline int put(FILE* file, const std::wstring& text) { return put(file, text.data(), text.size()); }

// 's': narrow text, 'w': wide text, '.': anything else.
template <class T>
constexpr char kind_of() {
  using Plain =
      typename std::remove_cv<typename std::remove_pointer<typename std::decay<T>::type>::type>::type;
  if (!std::is_pointer<typename std::decay<T>::type>::value) return '.';
  return std::is_same<Plain, char>::value ? 's' : std::is_same<Plain, wchar_t>::value ? 'w' : '.';
}

// An argument as the native format wants it; narrow text is widened, which glibc does by the locale.
template <class T>
struct Argument {
  T value;
  T get() const { return value; }
};
template <>
struct Argument<const char*> {
  std::wstring value;
  explicit Argument(const char* text) : value(widened(text)) {}
  const wchar_t* get() const { return value.c_str(); }
};
template <>
struct Argument<char*> : Argument<const char*> {
  using Argument<const char*>::Argument;
};

template <class... Arguments>
std::wstring format(const wchar_t* text, Arguments... arguments) {
  const char kinds[] = {kind_of<Arguments>()..., 0};
  return native_text(native_format(text, kinds).c_str(), Argument<Arguments>{arguments}.get()...);
}

template <class... Arguments>
int print(FILE* file, const wchar_t* text, Arguments... arguments) {
  const std::wstring made = format(text, arguments...);
  return put(file, made) == 0 ? static_cast<int>(made.size()) : -1;
}

}  // namespace hcrt_wide

template <class... Arguments>
int hcrt_wprintf(const wchar_t* format, Arguments... arguments) {
  return hcrt_wide::print(stdout, format, arguments...);
}
template <class... Arguments>
int hcrt_fwprintf(FILE* file, const wchar_t* format, Arguments... arguments) {
  return hcrt_wide::print(file, format, arguments...);
}
inline int hcrt_vfwprintf(FILE* file, const wchar_t* format, va_list arguments) {
  const std::wstring made = hcrt_wide::native_text_v(format, arguments);
  return hcrt_wide::put(file, made) == 0 ? static_cast<int>(made.size()) : -1;
}
inline int hcrt_vwprintf(const wchar_t* format, va_list arguments) {
  return hcrt_vfwprintf(stdout, format, arguments);
}
template <class... Arguments>
int hcrt_swprintf(wchar_t* target, size_t capacity, const wchar_t* format, Arguments... arguments) {
  const std::wstring made = hcrt_wide::format(format, arguments...);
  if (capacity == 0) return -1;
  const size_t count = made.size() < capacity ? made.size() : capacity - 1;
  made.copy(target, count);
  target[count] = 0;
  return count == made.size() ? static_cast<int>(count) : -1;
}
// Visual C++'s older form, without the target's capacity.
template <class... Arguments>
int hcrt_swprintf(wchar_t* target, const wchar_t* format, Arguments... arguments) {
  return hcrt_swprintf(target, static_cast<size_t>(-1), format, arguments...);
}
inline int hcrt_fputws(const wchar_t* text, FILE* file) { return hcrt_wide::put(file, text); }
inline wint_t hcrt_putwchar(wchar_t c) {
  return hcrt_wide::put(stdout, &c, 1) == 0 ? static_cast<wint_t>(c) : WEOF;
}

namespace std {
using ::hcrt_fputws;
using ::hcrt_fwprintf;
using ::hcrt_putwchar;
using ::hcrt_swprintf;
using ::hcrt_vfwprintf;
using ::hcrt_vwprintf;
using ::hcrt_wprintf;
}  // namespace std

#define wprintf hcrt_wprintf
#define fwprintf hcrt_fwprintf
#define vwprintf hcrt_vwprintf
#define vfwprintf hcrt_vfwprintf
#define swprintf hcrt_swprintf
#define fputws hcrt_fputws
#define putwchar hcrt_putwchar

#endif
