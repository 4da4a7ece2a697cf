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

HCRT_LIBRARY void* memrchr(const void* bytes, int value, size_t count) {
  const unsigned char* at = static_cast<const unsigned char*>(bytes);
  while (count-- > 0)
    if (at[count] == static_cast<unsigned char>(value)) return const_cast<unsigned char*>(at + count);
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

HCRT_LIBRARY char* stpcpy(char* to, const char* from) {
  while ((*to = *from++)) ++to;
  return to;
}

HCRT_LIBRARY char* strncat(char* to, const char* from, size_t most) {
  char* end = to;
  while (*end) ++end;
  for (size_t i = 0; i < most && from[i]; ++i) *end++ = from[i];
  *end = 0;
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
HCRT_LIBRARY_INLINE int isascii(int c) { return c >= 0 && c < 128; }
HCRT_LIBRARY_INLINE int toascii(int c) { return c & 127; }

HCRT_LIBRARY int strncasecmp(const char* a, const char* b, size_t most) {
  for (size_t i = 0; i < most; ++i) {
    const int x = tolower(static_cast<unsigned char>(a[i])), y = tolower(static_cast<unsigned char>(b[i]));
    if (x != y) return x - y;
    if (!x) break;
  }
  return 0;
}

HCRT_LIBRARY int strcasecmp(const char* a, const char* b) {
  return strncasecmp(a, b, static_cast<size_t>(-1));
}

namespace {

int digit_of(char c) {
  if (isdigit(c)) return c - '0';
  const int letter = c | 32;
  return letter >= 'a' && letter <= 'z' ? letter - 'a' + 10 : 36;
}

// A number of at most `most`, or of `most_negative` behind a minus. Kernels have no errno: a number beyond
// is the nearest one. has_binary: "0b" may stand before digits of base 2.
template <class T, bool has_binary = false>
T number_of(const char* text, char** end, int base, unsigned long long most,
            unsigned long long most_negative) {
  const char* at = text;
  while (isspace(*at)) ++at;
  const bool is_negative = *at == '-';
  if (*at == '-' || *at == '+') ++at;
  const bool has_prefix = at[0] == '0' && (at[1] | 32) == 'x' && digit_of(at[2]) < 16;
  if (has_prefix && (base == 0 || base == 16)) {
    at += 2;
    base = 16;
  }
  if (has_binary && (base == 0 || base == 2) && at[0] == '0' && (at[1] | 32) == 'b' && digit_of(at[2]) < 2) {
    at += 2;
    base = 2;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  const char* const first = at;
  const unsigned long long limit = is_negative ? most_negative : most;
  unsigned long long value = 0;
  bool is_beyond = false;
  for (; digit_of(*at) < base; ++at) {
    const unsigned digit = static_cast<unsigned>(digit_of(*at));
    is_beyond = is_beyond || value > (limit - digit) / static_cast<unsigned>(base);
    value = value * static_cast<unsigned>(base) + digit;
  }
  if (end) *end = const_cast<char*>(at == first ? text : at);
  if (is_beyond) return static_cast<T>(static_cast<T>(-1) < 0 && is_negative ? 0 - limit : limit);
  return static_cast<T>(is_negative ? 0 - value : value);
}

constexpr unsigned long long all = ~0ull, half = all / 2;

}  // namespace

HCRT_LIBRARY long long strtoll(const char* text, char** end, int base) {
  return number_of<long long>(text, end, base, half, half + 1);
}
HCRT_LIBRARY unsigned long long strtoull(const char* text, char** end, int base) {
  return number_of<unsigned long long>(text, end, base, all, all);
}
HCRT_LIBRARY long strtol(const char* text, char** end, int base) { return strtoll(text, end, base); }
HCRT_LIBRARY unsigned long strtoul(const char* text, char** end, int base) {
  return strtoull(text, end, base);
}
HCRT_LIBRARY long strtoimax(const char* text, char** end, int base) { return strtoll(text, end, base); }
HCRT_LIBRARY unsigned long strtoumax(const char* text, char** end, int base) {
  return strtoull(text, end, base);
}

// What the headers of the C library call by the names above since C23 (glibc 2.38).
HCRT_LIBRARY long long __isoc23_strtoll(const char* text, char** end, int base) {
  return number_of<long long, true>(text, end, base, half, half + 1);
}
HCRT_LIBRARY unsigned long long __isoc23_strtoull(const char* text, char** end, int base) {
  return number_of<unsigned long long, true>(text, end, base, all, all);
}
HCRT_LIBRARY long __isoc23_strtol(const char* text, char** end, int base) {
  return __isoc23_strtoll(text, end, base);
}
HCRT_LIBRARY unsigned long __isoc23_strtoul(const char* text, char** end, int base) {
  return __isoc23_strtoull(text, end, base);
}
HCRT_LIBRARY long __isoc23_strtoimax(const char* text, char** end, int base) {
  return __isoc23_strtoll(text, end, base);
}
HCRT_LIBRARY unsigned long __isoc23_strtoumax(const char* text, char** end, int base) {
  return __isoc23_strtoull(text, end, base);
}

HCRT_LIBRARY int atoi(const char* text) { return static_cast<int>(strtoll(text, nullptr, 10)); }
HCRT_LIBRARY long atol(const char* text) { return strtoll(text, nullptr, 10); }
HCRT_LIBRARY long long atoll(const char* text) { return strtoll(text, nullptr, 10); }
