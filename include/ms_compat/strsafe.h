// A part of Microsoft's <strsafe.h>: text that does not fit is cut off, ends with a null all the same, and
// gives STRSAFE_E_INSUFFICIENT_BUFFER. Cch counts characters, Cb bytes.
#ifndef HCPY_MS_COMPAT_STRSAFE_H
#define HCPY_MS_COMPAT_STRSAFE_H

#include <windows.h>

#include <string>

#include "detail/stdio.hpp"

#define STRSAFE_MAX_CCH 2147483647
#define STRSAFE_E_INSUFFICIENT_BUFFER ((HRESULT)0x8007007A)
#define STRSAFE_E_INVALID_PARAMETER ((HRESULT)0x80070057)

namespace hcrt_ms {

template <class Char>
HRESULT copy_safely(Char* target, size_t room, const Char* source, size_t count) {
  if (room == 0 || room > STRSAFE_MAX_CCH) return STRSAFE_E_INVALID_PARAMETER;
  size_t i = 0;
  for (; i < count && source[i]; ++i) {
    if (i + 1 == room) {
      target[i] = 0;
      return STRSAFE_E_INSUFFICIENT_BUFFER;
    }
    target[i] = source[i];
  }
  target[i] = 0;
  return S_OK;
}

template <class Char>
HRESULT length_safely(const Char* text, size_t room, size_t* length) {
  for (size_t i = 0; text && i < room; ++i) {
    if (text[i]) continue;
    if (length) *length = i;
    return S_OK;
  }
  if (length) *length = 0;
  return STRSAFE_E_INVALID_PARAMETER;
}

template <class Char>
HRESULT append_safely(Char* target, size_t room, const Char* source, size_t count) {
  size_t length;
  const HRESULT result = length_safely(target, room, &length);
  return result == S_OK ? copy_safely(target + length, room - length, source, count) : result;
}

template <class... Arguments>
HRESULT print_safely(char* target, size_t room, const char* format, Arguments... arguments) {
  if (room == 0) return STRSAFE_E_INVALID_PARAMETER;
  const int length = snprintf(target, room, format, arguments...);
  return length >= 0 && static_cast<size_t>(length) < room ? S_OK : STRSAFE_E_INSUFFICIENT_BUFFER;
}
template <class... Arguments>
HRESULT print_safely(wchar_t* target, size_t room, const wchar_t* format, Arguments... arguments) {
  constexpr size_t most = size_t{1} << 20;  // characters
  std::wstring text(256, L'\0');
  while (swprintf_s(&text[0], text.size(), format, arguments...) < 0 && text.size() < most)
    text.resize(2 * text.size());
  return copy_safely(target, room, text.c_str(), text.size());
}

constexpr size_t all_of_it = ~size_t{0};

}  // namespace hcrt_ms

#define HCRT_MS_SAFE(Char, X)                                                                         \
  HCRT_MS_FN HRESULT StringCchCopy##X(Char* target, size_t room, const Char* source) {                \
    return hcrt_ms::copy_safely(target, room, source, hcrt_ms::all_of_it);                            \
  }                                                                                                   \
  HCRT_MS_FN HRESULT StringCchCopyN##X(Char* target, size_t room, const Char* source, size_t count) { \
    return hcrt_ms::copy_safely(target, room, source, count);                                         \
  }                                                                                                   \
  HCRT_MS_FN HRESULT StringCchCat##X(Char* target, size_t room, const Char* source) {                 \
    return hcrt_ms::append_safely(target, room, source, hcrt_ms::all_of_it);                          \
  }                                                                                                   \
  HCRT_MS_FN HRESULT StringCchCatN##X(Char* target, size_t room, const Char* source, size_t count) {  \
    return hcrt_ms::append_safely(target, room, source, count);                                       \
  }                                                                                                   \
  HCRT_MS_FN HRESULT StringCchLength##X(const Char* text, size_t room, size_t* length) {              \
    return hcrt_ms::length_safely(text, room, length);                                                \
  }                                                                                                   \
  template <class... Arguments>                                                                       \
  HRESULT StringCchPrintf##X(Char* target, size_t room, const Char* format, Arguments... arguments) { \
    return hcrt_ms::print_safely(target, room, format, arguments...);                                 \
  }                                                                                                   \
  HCRT_MS_FN HRESULT StringCbCopy##X(Char* target, size_t bytes, const Char* source) {                \
    return StringCchCopy##X(target, bytes / sizeof(Char), source);                                    \
  }                                                                                                   \
  HCRT_MS_FN HRESULT StringCbCat##X(Char* target, size_t bytes, const Char* source) {                 \
    return StringCchCat##X(target, bytes / sizeof(Char), source);                                     \
  }                                                                                                   \
  HCRT_MS_FN HRESULT StringCbLength##X(const Char* text, size_t bytes, size_t* length) {              \
    const HRESULT result = StringCchLength##X(text, bytes / sizeof(Char), length);                    \
    if (length) *length *= sizeof(Char);                                                              \
    return result;                                                                                    \
  }                                                                                                   \
  template <class... Arguments>                                                                       \
  HRESULT StringCbPrintf##X(Char* target, size_t bytes, const Char* format, Arguments... arguments) { \
    return StringCchPrintf##X(target, bytes / sizeof(Char), format, arguments...);                    \
  }
HCRT_MS_SAFE(char, A)
HCRT_MS_SAFE(wchar_t, W)
#undef HCRT_MS_SAFE

#ifdef _MBCS
#define HCRT_MS_OF_TEXT(name) name##A
#else
#define HCRT_MS_OF_TEXT(name) name##W
#endif
#define StringCchCopy HCRT_MS_OF_TEXT(StringCchCopy)
#define StringCchCopyN HCRT_MS_OF_TEXT(StringCchCopyN)
#define StringCchCat HCRT_MS_OF_TEXT(StringCchCat)
#define StringCchCatN HCRT_MS_OF_TEXT(StringCchCatN)
#define StringCchLength HCRT_MS_OF_TEXT(StringCchLength)
#define StringCchPrintf HCRT_MS_OF_TEXT(StringCchPrintf)
#define StringCbCopy HCRT_MS_OF_TEXT(StringCbCopy)
#define StringCbCat HCRT_MS_OF_TEXT(StringCbCat)
#define StringCbLength HCRT_MS_OF_TEXT(StringCbLength)
#define StringCbPrintf HCRT_MS_OF_TEXT(StringCbPrintf)

#endif
