// COM's start and end, which C++ AMP does not need here.
#ifndef HCPY_MS_COMPAT_OBJBASE_H
#define HCPY_MS_COMPAT_OBJBASE_H

#include <windows.h>

#define COINIT_APARTMENTTHREADED 0x2
#define COINIT_MULTITHREADED 0x0
HCRT_MS_FN HRESULT CoInitialize(void*) { return S_OK; }
HCRT_MS_FN HRESULT CoInitializeEx(void*, DWORD) { return S_OK; }
HCRT_MS_FN void CoUninitialize() {}

#endif
