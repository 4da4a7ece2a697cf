// Clocks.
#ifndef HCPY_MS_COMPAT_WIN_TIME_HPP
#define HCPY_MS_COMPAT_WIN_TIME_HPP

#include <time.h>

#include <chrono>

#include "win_types.hpp"

namespace hcrt_ms {
constexpr long long ticks_of_a_second = 10000000;  // of QueryPerformanceCounter, as in Windows 10
inline long long ticks() {
  using Ticks = std::chrono::duration<long long, std::ratio<1, ticks_of_a_second>>;
  return std::chrono::duration_cast<Ticks>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
inline void fill_time(SYSTEMTIME* target, bool local) {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  struct tm parts;
  local ? localtime_r(&now.tv_sec, &parts) : gmtime_r(&now.tv_sec, &parts);
  *target = {static_cast<WORD>(parts.tm_year + 1900), static_cast<WORD>(parts.tm_mon + 1),
             static_cast<WORD>(parts.tm_wday),        static_cast<WORD>(parts.tm_mday),
             static_cast<WORD>(parts.tm_hour),        static_cast<WORD>(parts.tm_min),
             static_cast<WORD>(parts.tm_sec),         static_cast<WORD>(now.tv_nsec / 1000000)};
}
}  // namespace hcrt_ms

HCRT_MS_FN BOOL QueryPerformanceCounter(LARGE_INTEGER* target) {
  target->QuadPart = hcrt_ms::ticks();
  return TRUE;
}
HCRT_MS_FN BOOL QueryPerformanceFrequency(LARGE_INTEGER* target) {
  target->QuadPart = hcrt_ms::ticks_of_a_second;
  return TRUE;
}
HCRT_MS_FN ULONGLONG GetTickCount64() {
  return static_cast<ULONGLONG>(hcrt_ms::ticks() / (hcrt_ms::ticks_of_a_second / 1000));
}
HCRT_MS_FN DWORD GetTickCount() { return static_cast<DWORD>(GetTickCount64()); }
HCRT_MS_FN void GetSystemTime(SYSTEMTIME* target) { hcrt_ms::fill_time(target, false); }
HCRT_MS_FN void GetLocalTime(SYSTEMTIME* target) { hcrt_ms::fill_time(target, true); }
HCRT_MS_FN void GetSystemTimeAsFileTime(FILETIME* target) {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  // In units of 100 ns since 1601.
  const ULONGLONG units = (static_cast<ULONGLONG>(now.tv_sec) + 11644473600ull) * 10000000ull +
                          static_cast<ULONGLONG>(now.tv_nsec) / 100;
  *target = {static_cast<DWORD>(units), static_cast<DWORD>(units >> 32)};
}

#endif
