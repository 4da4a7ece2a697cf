// Multimedia timers.
#ifndef HCPY_MS_COMPAT_MMSYSTEM_H
#define HCPY_MS_COMPAT_MMSYSTEM_H

#include <windows.h>

typedef UINT MMRESULT;
#define TIMERR_NOERROR 0
HCRT_MS_FN DWORD timeGetTime() { return GetTickCount(); }
HCRT_MS_FN MMRESULT timeBeginPeriod(UINT) { return TIMERR_NOERROR; }
HCRT_MS_FN MMRESULT timeEndPeriod(UINT) { return TIMERR_NOERROR; }

#endif
