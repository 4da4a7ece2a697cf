// The C library's functions of wide characters that std::wstring_view and programs call.
#include "library.hpp"

HCRT_LIBRARY size_t wcslen(const wchar_t* text) {
  size_t length = 0;
  while (text[length]) ++length;
  return length;
}

HCRT_LIBRARY int wmemcmp(const wchar_t* a, const wchar_t* b, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

HCRT_LIBRARY wchar_t* wmemchr(const wchar_t* text, wchar_t value, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (text[i] == value) return const_cast<wchar_t*>(text + i);
  return nullptr;
}

HCRT_LIBRARY_INLINE wchar_t* wmemcpy(wchar_t* to, const wchar_t* from, size_t count) {
  return static_cast<wchar_t*>(__builtin_memcpy(to, from, count * sizeof(wchar_t)));
}

HCRT_LIBRARY_INLINE wchar_t* wmemmove(wchar_t* to, const wchar_t* from, size_t count) {
  return static_cast<wchar_t*>(__builtin_memmove(to, from, count * sizeof(wchar_t)));
}

HCRT_LIBRARY wchar_t* wmemset(wchar_t* to, wchar_t value, size_t count) {
  for (size_t i = 0; i < count; ++i) to[i] = value;
  return to;
}

HCRT_LIBRARY int wcsncmp(const wchar_t* a, const wchar_t* b, size_t most) {
  for (size_t i = 0; i < most; ++i) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    if (!a[i]) break;
  }
  return 0;
}

HCRT_LIBRARY int wcscmp(const wchar_t* a, const wchar_t* b) { return wcsncmp(a, b, static_cast<size_t>(-1)); }
