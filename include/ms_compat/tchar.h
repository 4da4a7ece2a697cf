// Text of either kind: wide, as in Visual Studio's projects; narrow where _MBCS is defined.
#ifndef HCPY_MS_COMPAT_TCHAR_H
#define HCPY_MS_COMPAT_TCHAR_H

#include "hcrt_ms_prelude.hpp"

#ifdef _MBCS
typedef char TCHAR;
#define _T(x) x
#define _tprintf printf
#define _tprintf_s printf_s
#define _ftprintf fprintf
#define _stprintf sprintf
#define _stprintf_s sprintf_s
#define _sntprintf _snprintf
#define _sntprintf_s _snprintf_s
#define _tcslen strlen
#define _tcscmp strcmp
#define _tcsncmp strncmp
#define _tcsicmp _stricmp
#define _tcscpy strcpy
#define _tcscpy_s strcpy_s
#define _tcscat strcat
#define _tcscat_s strcat_s
#define _tcschr strchr
#define _tcsrchr strrchr
#define _tcsstr strstr
#define _tcsdup _strdup
#define _ttoi atoi
#define _ttol atol
#define _ttoi64 _atoi64
#define _tstoi atoi
#define _tstof atof
#define _tcstol strtol
#define _tcstoul strtoul
#define _tcstod strtod
#define _tfopen fopen
#define _tfopen_s fopen_s
#define _fputts fputs
#define _putts puts
#define _tsystem system
#else
typedef wchar_t TCHAR;
#define _T(x) L##x
#define _tmain wmain
#define _tprintf wprintf
#define _tprintf_s wprintf_s
#define _ftprintf fwprintf
#define _stprintf swprintf
#define _stprintf_s swprintf_s
#define _sntprintf _snwprintf
#define _sntprintf_s _snwprintf_s
#define _tcslen wcslen
#define _tcscmp wcscmp
#define _tcsncmp wcsncmp
#define _tcsicmp _wcsicmp
#define _tcscpy wcscpy
#define _tcscpy_s wcscpy_s
#define _tcscat wcscat
#define _tcscat_s wcscat_s
#define _tcschr wcschr
#define _tcsrchr wcsrchr
#define _tcsstr wcsstr
#define _tcsdup _wcsdup
#define _ttoi _wtoi
#define _ttol _wtol
#define _ttoi64 _wtoi64
#define _tstoi _wtoi
#define _tstof _wtof
#define _tcstol wcstol
#define _tcstoul wcstoul
#define _tcstod wcstod
#define _tfopen _wfopen
#define _tfopen_s _wfopen_s
#define _fputts fputws
#define _putts _putws
#define _tsystem _wsystem
HCRT_MS_FN int _wsystem(const wchar_t* command) { return system(hcrt_ms::to_utf8(command).c_str()); }
#endif

typedef TCHAR _TCHAR;
#define _TEXT(x) _T(x)
#define __T(x) _T(x)
#ifndef TEXT
#define TEXT(x) _T(x)
#endif

#endif
