// <time.h> as Visual C++ has it: the target comes first.
#ifndef HCPY_MS_COMPAT_TIME_HPP
#define HCPY_MS_COMPAT_TIME_HPP

#include <time.h>

#include "keywords.hpp"

typedef time_t __time64_t;

HCRT_MS_FN errno_t localtime_s(struct tm* target, const time_t* time) {
  return localtime_r(time, target) ? 0 : EINVAL;
}
HCRT_MS_FN errno_t gmtime_s(struct tm* target, const time_t* time) {
  return gmtime_r(time, target) ? 0 : EINVAL;
}
HCRT_MS_FN errno_t asctime_s(char* target, size_t capacity, const struct tm* time) {
  return strftime(target, capacity, "%a %b %e %H:%M:%S %Y\n", time) ? 0 : EINVAL;
}
HCRT_MS_FN errno_t ctime_s(char* target, size_t capacity, const time_t* time) {
  struct tm local;
  return localtime_s(&local, time) ? EINVAL : asctime_s(target, capacity, &local);
}
template <size_t N>
errno_t ctime_s(char (&target)[N], const time_t* time) {
  return ctime_s(&target[0], N, time);
}
template <size_t N>
errno_t asctime_s(char (&target)[N], const struct tm* time) {
  return asctime_s(&target[0], N, time);
}
HCRT_MS_FN __time64_t _time64(__time64_t* target) { return time(target); }

namespace hcrt_ms {
inline errno_t now_as(char* target, size_t capacity, const char* format) {
  const time_t now = time(nullptr);
  struct tm local;
  localtime_r(&now, &local);
  return strftime(target, capacity, format, &local) ? 0 : ERANGE;
}
}  // namespace hcrt_ms
HCRT_MS_FN errno_t _strdate_s(char* target, size_t n) { return hcrt_ms::now_as(target, n, "%m/%d/%y"); }
HCRT_MS_FN errno_t _strtime_s(char* target, size_t n) { return hcrt_ms::now_as(target, n, "%H:%M:%S"); }
HCRT_MS_FN char* _strdate(char* target) {
  _strdate_s(target, 9);
  return target;
}
HCRT_MS_FN char* _strtime(char* target) {
  _strtime_s(target, 9);
  return target;
}

#endif
