// Memory functions. PTX is compiled with -fno-builtin: these make its calls the intrinsics that they are
// elsewhere.
#include "library.hpp"

HCRT_LIBRARY_INLINE void* memcpy(void* to, const void* from, size_t bytes) {
  return __builtin_memcpy(to, from, bytes);
}

HCRT_LIBRARY_INLINE void* mempcpy(void* to, const void* from, size_t bytes) {
  return static_cast<char*>(__builtin_memcpy(to, from, bytes)) + bytes;
}

HCRT_LIBRARY_INLINE void* memmove(void* to, const void* from, size_t bytes) {
  return __builtin_memmove(to, from, bytes);
}

HCRT_LIBRARY_INLINE void* memset(void* to, int value, size_t bytes) {
  return __builtin_memset(to, value, bytes);
}

HCRT_LIBRARY_INLINE void bzero(void* to, size_t bytes) { __builtin_memset(to, 0, bytes); }

HCRT_LIBRARY int memcmp(const void* a, const void* b, size_t bytes) {
  const unsigned char* x = static_cast<const unsigned char*>(a);
  const unsigned char* y = static_cast<const unsigned char*>(b);
  for (size_t i = 0; i < bytes; ++i)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

HCRT_LIBRARY size_t strlen(const char* text) {
  size_t length = 0;
  while (text[length]) ++length;
  return length;
}

HCRT_LIBRARY_INLINE int abs(int x) { return x < 0 ? -x : x; }
HCRT_LIBRARY_INLINE long labs(long x) { return x < 0 ? -x : x; }
HCRT_LIBRARY_INLINE long long llabs(long long x) { return x < 0 ? -x : x; }

// Laid out as the C library's.
template <class T>
struct Division {
  T quot, rem;
};

HCRT_LIBRARY_INLINE Division<int> div(int x, int y) { return {x / y, x % y}; }
HCRT_LIBRARY_INLINE Division<long> ldiv(long x, long y) { return {x / y, x % y}; }
HCRT_LIBRARY_INLINE Division<long long> lldiv(long long x, long long y) { return {x / y, x % y}; }
HCRT_LIBRARY_INLINE long imaxabs(long x) { return labs(x); }
HCRT_LIBRARY_INLINE Division<long> imaxdiv(long x, long y) { return ldiv(x, y); }

HCRT_LIBRARY_INLINE int ffsll(long long x) {
  return x ? __builtin_ctzll(static_cast<unsigned long long>(x)) + 1 : 0;
}
HCRT_LIBRARY_INLINE int ffsl(long x) { return ffsll(x); }
HCRT_LIBRARY_INLINE int ffs(int x) { return ffsll(x); }

HCRT_LIBRARY_INLINE void abort() { __builtin_trap(); }

// std::__glibcxx_assert_fail(const char*, int, const char*, const char*): what -D_GLIBCXX_ASSERTIONS calls.
// It never returns, and is as short as can be: GCC 15's headers have such a check in most members at -O0.
HCRT_LIBRARY_INLINE void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char*, int, const char*, const char*) {
  __builtin_trap();
}
