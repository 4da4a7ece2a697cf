// The C library's functions of text and bytes, which std::string_view, std::find and programs call;
// characters are those of the C locale. `strlen` and `memcmp` are in memory.cpp.
#include "library.hpp"

HCRT_LIBRARY int bcmp(const void* a, const void* b, size_t bytes) {
  const char *x = static_cast<const char*>(a), *y = static_cast<const char*>(b);
  for (size_t i = 0; i < bytes; ++i)
    if (x[i] != y[i]) return 1;
  return 0;
}

HCRT_LIBRARY void* memchr(const void* bytes, int value, size_t count) {
  const unsigned char* at = static_cast<const unsigned char*>(bytes);
  for (size_t i = 0; i < count; ++i)
    if (at[i] == static_cast<unsigned char>(value)) return const_cast<unsigned char*>(at + i);
  return nullptr;
}

HCRT_LIBRARY size_t strnlen(const char* text, size_t most) {
  size_t length = 0;
  while (length < most && text[length]) ++length;
  return length;
}

HCRT_LIBRARY int strncmp(const char* a, const char* b, size_t most) {
  for (size_t i = 0; i < most; ++i) {
    const unsigned char x = static_cast<unsigned char>(a[i]), y = static_cast<unsigned char>(b[i]);
    if (x != y) return x < y ? -1 : 1;
    if (!x) break;
  }
  return 0;
}

HCRT_LIBRARY int strcmp(const char* a, const char* b) { return strncmp(a, b, static_cast<size_t>(-1)); }

HCRT_LIBRARY char* strchr(const char* text, int value) {
  for (;; ++text) {
    if (*text == static_cast<char>(value)) return const_cast<char*>(text);
    if (!*text) return nullptr;
  }
}

HCRT_LIBRARY char* strrchr(const char* text, int value) {
  const char* found = nullptr;
  for (;; ++text) {
    if (*text == static_cast<char>(value)) found = text;
    if (!*text) return const_cast<char*>(found);
  }
}

HCRT_LIBRARY size_t strcspn(const char* text, const char* any) {
  size_t length = 0;
  for (; text[length]; ++length)
    for (const char* one = any; *one; ++one)
      if (*one == text[length]) return length;
  return length;
}

HCRT_LIBRARY char* strpbrk(const char* text, const char* any) {
  text += strcspn(text, any);
  return *text ? const_cast<char*>(text) : nullptr;
}

HCRT_LIBRARY size_t strspn(const char* text, const char* any) {
  size_t length = 0;
  while (text[length] && strchr(any, text[length])) ++length;
  return length;
}

HCRT_LIBRARY char* strstr(const char* text, const char* part) {
  for (;; ++text) {
    size_t i = 0;
    while (part[i] && text[i] == part[i]) ++i;
    if (!part[i]) return const_cast<char*>(text);
    if (!text[i]) return nullptr;
  }
}

HCRT_LIBRARY char* strncpy(char* to, const char* from, size_t bytes) {
  size_t i = 0;
  for (; i < bytes && from[i]; ++i) to[i] = from[i];
  for (; i < bytes; ++i) to[i] = 0;
  return to;
}

HCRT_LIBRARY char* strcpy(char* to, const char* from) {
  for (char* at = to; (*at = *from); ++at) ++from;
  return to;
}

HCRT_LIBRARY char* strcat(char* to, const char* from) {
  char* end = to;
  while (*end) ++end;
  strcpy(end, from);
  return to;
}

HCRT_LIBRARY_INLINE int isdigit(int c) { return c >= '0' && c <= '9'; }
HCRT_LIBRARY_INLINE int islower(int c) { return c >= 'a' && c <= 'z'; }
HCRT_LIBRARY_INLINE int isupper(int c) { return c >= 'A' && c <= 'Z'; }
HCRT_LIBRARY_INLINE int isalpha(int c) { return islower(c | 32); }
HCRT_LIBRARY_INLINE int isalnum(int c) { return isalpha(c) || isdigit(c); }
HCRT_LIBRARY_INLINE int isxdigit(int c) { return isdigit(c) || ((c | 32) >= 'a' && (c | 32) <= 'f'); }
HCRT_LIBRARY_INLINE int isblank(int c) { return c == ' ' || c == '\t'; }
HCRT_LIBRARY_INLINE int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
HCRT_LIBRARY_INLINE int isgraph(int c) { return c > ' ' && c < 127; }
HCRT_LIBRARY_INLINE int isprint(int c) { return c >= ' ' && c < 127; }
HCRT_LIBRARY_INLINE int ispunct(int c) { return isgraph(c) && !isalnum(c); }
HCRT_LIBRARY_INLINE int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }
HCRT_LIBRARY_INLINE int tolower(int c) { return isupper(c) ? c + 32 : c; }
HCRT_LIBRARY_INLINE int toupper(int c) { return islower(c) ? c - 32 : c; }
