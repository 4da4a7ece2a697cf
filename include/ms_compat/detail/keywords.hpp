// Keywords and macros of Visual C++ that clang's -fms-extensions leaves out.
#ifndef HCPY_MS_COMPAT_KEYWORDS_HPP
#define HCPY_MS_COMPAT_KEYWORDS_HPP

#include <errno.h>
#include <limits.h>
#include <stddef.h>

#ifndef HCRT_CPU
#error "compile this source with hcc -fms-compat"
#endif

// A function that gives way to a program's own.
#define HCRT_MS_FN template <class = void>

typedef int errno_t;
typedef size_t rsize_t;

#define __debugbreak() __builtin_trap()
#define _forceinline __forceinline
#define _cdecl
#define _stdcall
#define _fastcall
#define _thiscall
#define _vectorcall
// The processor, not the system: _WIN32 and _MSC_VER are not defined.
#define _M_AMD64 100
#define _M_X64 100
#define _TRUNCATE ((size_t)-1)
#define _MAX_PATH 260
#define _MAX_DRIVE 3
#define _MAX_DIR 256
#define _MAX_FNAME 256
#define _MAX_EXT 256
#define _I8_MIN SCHAR_MIN
#define _I8_MAX SCHAR_MAX
#define _UI8_MAX UCHAR_MAX
#define _I16_MIN SHRT_MIN
#define _I16_MAX SHRT_MAX
#define _UI16_MAX USHRT_MAX
#define _I32_MIN INT_MIN
#define _I32_MAX INT_MAX
#define _UI32_MAX UINT_MAX
#define _I64_MIN LLONG_MIN
#define _I64_MAX LLONG_MAX
#define _UI64_MAX ULLONG_MAX
#define __max(a, b) (((a) > (b)) ? (a) : (b))
#define __min(a, b) (((a) < (b)) ? (a) : (b))
#define _CRT_WIDE_1(s) L##s
#define _CRT_WIDE(s) _CRT_WIDE_1(s)

namespace hcrt_ms {
template <class T, size_t N>
HCRT_BOTH char (&count_of(T (&)[N]))[N];
}
#define _countof(a) sizeof(hcrt_ms::count_of(a))

namespace hcrt_ms {
// A temporary of a class for a reference that is not const: the compiler writes the call. All else stays as
// it is.
template <class T, bool IsClass>
struct Lvalue {
  typedef T&& type;
};
template <class T>
struct Lvalue<T, true> {
  typedef T& type;
};
template <class T>
HCRT_BOTH typename Lvalue<T, __is_class(T)>::type lvalue(T&& value) {
  return static_cast<typename Lvalue<T, __is_class(T)>::type>(value);
}
}  // namespace hcrt_ms

#endif
