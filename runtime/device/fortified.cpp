// What -D_FORTIFY_SOURCE makes of the C library's calls whose destination has a known size: one that would
// write beyond it ends the kernel. `room` is in bytes, or in wide characters, and the greatest number where
// it is not known. The traps are in these functions themselves, which passes/report_ends.py makes return.
// None calls what the C library's headers may define by its plain name, as a call of this one.
#include "library.hpp"

HCRT_LIBRARY size_t strlen(const char* text);
HCRT_LIBRARY size_t strnlen(const char* text, size_t most);

HCRT_LIBRARY_INLINE void* __memcpy_chk(void* to, const void* from, size_t bytes, size_t room) {
  if (bytes > room) __builtin_trap();
  return __builtin_memcpy(to, from, bytes);
}

HCRT_LIBRARY_INLINE void* __mempcpy_chk(void* to, const void* from, size_t bytes, size_t room) {
  if (bytes > room) __builtin_trap();
  return static_cast<char*>(__builtin_memcpy(to, from, bytes)) + bytes;
}

HCRT_LIBRARY_INLINE void* __memmove_chk(void* to, const void* from, size_t bytes, size_t room) {
  if (bytes > room) __builtin_trap();
  return __builtin_memmove(to, from, bytes);
}

HCRT_LIBRARY_INLINE void* __memset_chk(void* to, int value, size_t bytes, size_t room) {
  if (bytes > room) __builtin_trap();
  return __builtin_memset(to, value, bytes);
}

HCRT_LIBRARY char* __stpcpy_chk(char* to, const char* from, size_t room) {
  const size_t length = strlen(from);
  if (length >= room) __builtin_trap();
  __builtin_memcpy(to, from, length + 1);
  return to + length;
}

HCRT_LIBRARY char* __strcpy_chk(char* to, const char* from, size_t room) {
  __stpcpy_chk(to, from, room);
  return to;
}

HCRT_LIBRARY char* __strncpy_chk(char* to, const char* from, size_t bytes, size_t room) {
  if (bytes > room) __builtin_trap();
  const size_t length = strnlen(from, bytes);
  __builtin_memcpy(to, from, length);
  __builtin_memset(to + length, 0, bytes - length);
  return to;
}

HCRT_LIBRARY char* __strncat_chk(char* to, const char* from, size_t most, size_t room) {
  const size_t before = strlen(to), length = strnlen(from, most);
  if (before + length >= room) __builtin_trap();
  __builtin_memcpy(to + before, from, length);
  to[before + length] = 0;
  return to;
}

HCRT_LIBRARY char* __strcat_chk(char* to, const char* from, size_t room) {
  const size_t before = strlen(to), length = strlen(from);
  if (before + length >= room) __builtin_trap();
  __builtin_memcpy(to + before, from, length + 1);
  return to;
}

HCRT_LIBRARY_INLINE wchar_t* __wmemcpy_chk(wchar_t* to, const wchar_t* from, size_t count, size_t room) {
  if (count > room) __builtin_trap();
  return static_cast<wchar_t*>(__builtin_memcpy(to, from, count * sizeof(wchar_t)));
}

HCRT_LIBRARY_INLINE wchar_t* __wmemmove_chk(wchar_t* to, const wchar_t* from, size_t count, size_t room) {
  if (count > room) __builtin_trap();
  return static_cast<wchar_t*>(__builtin_memmove(to, from, count * sizeof(wchar_t)));
}

HCRT_LIBRARY wchar_t* __wmemset_chk(wchar_t* to, wchar_t value, size_t count, size_t room) {
  if (count > room) __builtin_trap();
  for (size_t i = 0; i < count; ++i) to[i] = value;
  return to;
}
