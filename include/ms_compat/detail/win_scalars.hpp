// Windows' scalar types, constants and small macros: LONG and DWORD have 32 bits.
#ifndef HCPY_MS_COMPAT_WIN_SCALARS_HPP
#define HCPY_MS_COMPAT_WIN_SCALARS_HPP

#include <sal.h>
#include <stdint.h>
#include <tchar.h>

#include "keywords.hpp"

#define VOID void
#define CONST const
#define WINAPI
#define CALLBACK
#define APIENTRY
#define WINAPIV
#define FAR
#define NEAR
#define PASCAL
#define FORCEINLINE inline
#define UNALIGNED __unaligned
#define TRUE 1
#define FALSE 0
#define MAX_PATH 260
#define INFINITE 0xFFFFFFFFu
#define DECLARE_HANDLE(name) typedef struct name##__* name

typedef int BOOL;
typedef unsigned char BYTE, BOOLEAN, UCHAR, UINT8;
typedef signed char INT8;
typedef char CHAR, CCHAR;
typedef wchar_t WCHAR;
typedef short SHORT, INT16;
typedef unsigned short WORD, USHORT, UINT16, ATOM;
typedef int INT, INT32, LONG, LONG32, HRESULT;
typedef unsigned int UINT, UINT32, DWORD, DWORD32, ULONG, ULONG32, COLORREF;
typedef long long LONGLONG, INT64, LONG64;
typedef unsigned long long ULONGLONG, UINT64, DWORD64, ULONG64, DWORDLONG;
typedef float FLOAT;
typedef double DOUBLE;
typedef intptr_t INT_PTR, LONG_PTR, SSIZE_T, LPARAM, LRESULT;
typedef uintptr_t UINT_PTR, ULONG_PTR, DWORD_PTR, SIZE_T, WPARAM;
typedef void *PVOID, *LPVOID, *HANDLE, *HGLOBAL, *HLOCAL;
typedef const void *LPCVOID, *PCVOID;
typedef BOOL *PBOOL, *LPBOOL;
typedef BYTE *PBYTE, *LPBYTE;
typedef INT *PINT, *LPINT;
typedef UINT* PUINT;
typedef LONG *PLONG, *LPLONG;
typedef WORD *PWORD, *LPWORD;
typedef DWORD *PDWORD, *LPDWORD;
typedef ULONG* PULONG;
typedef FLOAT* PFLOAT;
typedef CHAR *PCHAR, *PSTR, *LPSTR;
typedef const CHAR *PCSTR, *LPCSTR;
typedef WCHAR *PWCHAR, *PWSTR, *LPWSTR;
typedef const WCHAR *PCWSTR, *LPCWSTR;
typedef TCHAR *PTSTR, *LPTSTR;
typedef const TCHAR *PCTSTR, *LPCTSTR;
typedef HANDLE* PHANDLE;

#ifndef S_OK
#define S_OK ((HRESULT)0)
#endif
#define S_FALSE ((HRESULT)1)
#define E_ABORT ((HRESULT)0x80004004)
#define E_ACCESSDENIED ((HRESULT)0x80070005)
#define E_HANDLE ((HRESULT)0x80070006)
#define E_NOINTERFACE ((HRESULT)0x80004002)
#define E_NOTIMPL ((HRESULT)0x80004001)
#define E_POINTER ((HRESULT)0x80004003)
#define E_UNEXPECTED ((HRESULT)0x8000FFFF)
#define DXGI_ERROR_UNSUPPORTED ((HRESULT)0x887A0004)
#define DXGI_ERROR_DEVICE_REMOVED ((HRESULT)0x887A0005)
#define DXGI_ERROR_DEVICE_HUNG ((HRESULT)0x887A0006)
#define DXGI_ERROR_DEVICE_RESET ((HRESULT)0x887A0007)
#ifndef E_FAIL
#define E_FAIL ((HRESULT)0x80004005)
#endif
#ifndef E_INVALIDARG
#define E_INVALIDARG ((HRESULT)0x80070057)
#endif
#ifndef E_OUTOFMEMORY
#define E_OUTOFMEMORY ((HRESULT)0x8007000E)
#endif
#define SUCCEEDED(result) (((HRESULT)(result)) >= 0)
#define FAILED(result) (((HRESULT)(result)) < 0)
#define ERROR_SUCCESS 0u
#define NO_ERROR 0u
#define UNREFERENCED_PARAMETER(p) ((void)(p))
#define ARRAYSIZE(a) _countof(a)
#define RGB(r, g, b) ((COLORREF)((BYTE)(r) | (WORD)((BYTE)(g)) << 8 | (DWORD)((BYTE)(b)) << 16))
#define GetRValue(c) ((BYTE)(c))
#define GetGValue(c) ((BYTE)((WORD)(c) >> 8))
#define GetBValue(c) ((BYTE)((c) >> 16))
#define LOWORD(x) ((WORD)((DWORD_PTR)(x) & 0xFFFF))
#define HIWORD(x) ((WORD)((DWORD_PTR)(x) >> 16 & 0xFFFF))
#define LOBYTE(x) ((BYTE)((DWORD_PTR)(x) & 0xFF))
#define HIBYTE(x) ((BYTE)((DWORD_PTR)(x) >> 8 & 0xFF))
#define MAKEWORD(low, high) ((WORD)((BYTE)(low) | (WORD)((BYTE)(high)) << 8))
#define MAKELONG(low, high) ((LONG)((WORD)(low) | (DWORD)((WORD)(high)) << 16))
#define INVALID_HANDLE_VALUE ((HANDLE)(LONG_PTR) - 1)

#endif
