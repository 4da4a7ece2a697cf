// The part of <windows.h> that console programs use: types, clocks, threads, files, bitmaps. Text is wide,
// as in Visual Studio's projects, or narrow where _MBCS is defined.
#ifndef HCPY_MS_COMPAT_WINDOWS_H
#define HCPY_MS_COMPAT_WINDOWS_H

#include <tchar.h>

#include "detail/win_types.hpp"
// The rest uses the types.
#include "detail/win_bitmaps.hpp"
#include "detail/win_console.hpp"
#include "detail/win_files.hpp"
#include "detail/win_memory.hpp"
#include "detail/win_threads.hpp"
#include "detail/win_time.hpp"
#ifndef NOMINMAX
#include "detail/win_minmax.hpp"
#endif

#endif
