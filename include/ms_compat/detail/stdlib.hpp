// <stdlib.h>, <malloc.h> and <float.h> as Visual C++ has them, beyond C's.
#ifndef HCPY_MS_COMPAT_STDLIB_HPP
#define HCPY_MS_COMPAT_STDLIB_HPP

#include <math.h>
#include <stdlib.h>
#include <wchar.h>

#include <string>

#include "keywords.hpp"
#include "string.hpp"

namespace hcrt_ms {

template <class Char, class Unsigned>
std::basic_string<Char> digits(Unsigned value, bool negative, int radix) {
  std::basic_string<Char> text;
  do {
    const int digit = static_cast<int>(value % static_cast<Unsigned>(radix));
    text.insert(text.begin(), static_cast<Char>(digit < 10 ? '0' + digit : 'a' + digit - 10));
    value /= static_cast<Unsigned>(radix);
  } while (value != 0);
  if (negative) text.insert(text.begin(), static_cast<Char>('-'));
  return text;
}

// Only base 10 has a sign.
template <class Char, class Unsigned, class Value>
std::basic_string<Char> number_text(Value value, int radix) {
  const bool negative = value < 0 && radix == 10;
  const Unsigned size = static_cast<Unsigned>(value);
  return digits<Char>(negative ? static_cast<Unsigned>(0) - size : size, negative, radix);
}

}  // namespace hcrt_ms

#define HCRT_MS_NUMBER(name, Char, Value, Unsigned)                                                   \
  HCRT_MS_FN Char* name(Value value, Char* target, int radix) {                                       \
    const auto text = hcrt_ms::number_text<Char, Unsigned>(value, radix);                             \
    hcrt_ms::copy_within(target, text.size() + 1, text);                                              \
    return target;                                                                                    \
  }                                                                                                   \
  HCRT_MS_FN errno_t name##_s(Value value, Char* target, size_t capacity, int radix) {                \
    return hcrt_ms::copy_within(target, capacity, hcrt_ms::number_text<Char, Unsigned>(value, radix)) \
               ? 0                                                                                    \
               : ERANGE;                                                                              \
  }                                                                                                   \
  template <size_t N>                                                                                 \
  errno_t name##_s(Value value, Char(&target)[N], int radix) {                                        \
    return name##_s(value, &target[0], N, radix);                                                     \
  }
HCRT_MS_NUMBER(_itoa, char, int, unsigned)
HCRT_MS_NUMBER(itoa, char, int, unsigned)
HCRT_MS_NUMBER(_ltoa, char, int, unsigned)
HCRT_MS_NUMBER(_ultoa, char, unsigned, unsigned)
HCRT_MS_NUMBER(_i64toa, char, long long, unsigned long long)
HCRT_MS_NUMBER(_ui64toa, char, unsigned long long, unsigned long long)
HCRT_MS_NUMBER(_itow, wchar_t, int, unsigned)
HCRT_MS_NUMBER(_i64tow, wchar_t, long long, unsigned long long)
#undef HCRT_MS_NUMBER

HCRT_MS_FN int _wtoi(const wchar_t* text) { return static_cast<int>(wcstol(text, nullptr, 10)); }
HCRT_MS_FN long _wtol(const wchar_t* text) { return wcstol(text, nullptr, 10); }
HCRT_MS_FN long long _wtoi64(const wchar_t* text) { return wcstoll(text, nullptr, 10); }
HCRT_MS_FN double _wtof(const wchar_t* text) { return wcstod(text, nullptr); }
HCRT_MS_FN long long _atoi64(const char* text) { return atoll(text); }
HCRT_MS_FN long long _strtoi64(const char* text, char** end, int radix) { return strtoll(text, end, radix); }
HCRT_MS_FN unsigned long long _strtoui64(const char* text, char** end, int radix) {
  return strtoull(text, end, radix);
}
HCRT_MS_FN long long _wcstoi64(const wchar_t* text, wchar_t** end, int radix) {
  return wcstoll(text, end, radix);
}

HCRT_MS_FN errno_t rand_s(unsigned* value) {
  FILE* source = fopen("/dev/urandom", "rb");
  const bool read = source && fread(value, sizeof *value, 1, source) == 1;
  if (source) fclose(source);
  return read ? 0 : EINVAL;
}

HCRT_MS_FN void* _aligned_malloc(size_t size, size_t alignment) {
  void* memory = nullptr;
  if (alignment < sizeof(void*)) alignment = sizeof(void*);
  return posix_memalign(&memory, alignment, size) == 0 ? memory : nullptr;
}
HCRT_MS_FN void _aligned_free(void* memory) { free(memory); }

HCRT_MS_FN errno_t getenv_s(size_t* needed, char* target, size_t capacity, const char* name) {
  const char* value = getenv(name);
  *needed = value ? strlen(value) + 1 : 0;
  if (target && capacity) target[0] = 0;
  if (!value || !target) return 0;
  return strcpy_s(target, capacity, value);
}
HCRT_MS_FN errno_t _dupenv_s(char** value, size_t* length, const char* name) {
  const char* found = getenv(name);
  *value = found ? strdup(found) : nullptr;
  if (length) *length = found ? strlen(found) + 1 : 0;
  return 0;
}
HCRT_MS_FN errno_t _putenv_s(const char* name, const char* value) { return setenv(name, value, 1); }
HCRT_MS_FN char* _fullpath(char* target, const char* path, size_t capacity) {
  char* full = realpath(path, nullptr);
  if (!full || !target) return full;
  const errno_t error = strcpy_s(target, capacity, static_cast<const char*>(full));
  free(full);
  return error ? nullptr : target;
}
HCRT_MS_FN unsigned _set_abort_behavior(unsigned, unsigned) { return 0; }

HCRT_MS_FN unsigned short _byteswap_ushort(unsigned short x) { return __builtin_bswap16(x); }
HCRT_MS_FN unsigned _byteswap_ulong(unsigned x) { return __builtin_bswap32(x); }
HCRT_MS_FN unsigned long long _byteswap_uint64(unsigned long long x) { return __builtin_bswap64(x); }

HCRT_MS_FN int _isnan(double x) { return x != x; }
HCRT_MS_FN int _finite(double x) { return x - x == 0; }
HCRT_MS_FN double _hypot(double x, double y) { return hypot(x, y); }
HCRT_MS_FN double _copysign(double x, double y) { return copysign(x, y); }

#endif
