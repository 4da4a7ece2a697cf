// The debug heap: assertions work, the rest says that nothing was found.
#ifndef HCPY_MS_COMPAT_CRTDBG_H
#define HCPY_MS_COMPAT_CRTDBG_H

#include <assert.h>

#include "hcrt_ms_prelude.hpp"

#define _ASSERT(x) assert(x)
#define _ASSERTE(x) assert(x)
#define _ASSERT_EXPR(x, text) assert(x)
#define _RPT0(kind, text) ((void)0)
#define _RPT1(kind, text, a) ((void)0)
#define _RPTF0(kind, text) ((void)0)
#define _RPTF1(kind, text, a) ((void)0)

#define _CRT_WARN 0
#define _CRT_ERROR 1
#define _CRT_ASSERT 2
#define _CRTDBG_ALLOC_MEM_DF 0x01
#define _CRTDBG_DELAY_FREE_MEM_DF 0x02
#define _CRTDBG_CHECK_ALWAYS_DF 0x04
#define _CRTDBG_LEAK_CHECK_DF 0x20
#define _CRTDBG_REPORT_FLAG (-1)
#define _CRTDBG_MODE_FILE 0x1
#define _CRTDBG_MODE_DEBUG 0x2
#define _CRTDBG_MODE_WNDW 0x4
#define _CRTDBG_FILE_STDERR ((void*)-5)
#define _CRTDBG_FILE_STDOUT ((void*)-4)

struct _CrtMemState {};
HCRT_MS_FN int _CrtSetDbgFlag(int) { return 0; }
HCRT_MS_FN int _CrtSetReportMode(int, int) { return 0; }
HCRT_MS_FN void* _CrtSetReportFile(int, void*) { return nullptr; }
HCRT_MS_FN int _CrtDumpMemoryLeaks() { return 0; }
HCRT_MS_FN int _CrtCheckMemory() { return 1; }
HCRT_MS_FN long _CrtSetBreakAlloc(long) { return 0; }
HCRT_MS_FN void _CrtMemCheckpoint(_CrtMemState*) {}
HCRT_MS_FN int _CrtMemDifference(_CrtMemState*, const _CrtMemState*, const _CrtMemState*) { return 0; }
HCRT_MS_FN void _CrtMemDumpStatistics(const _CrtMemState*) {}

#endif
