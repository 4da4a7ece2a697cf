// rows: amp.ms.names.string
// ptx: none
// Narrow text that the locale can't widen: nothing is printed, at once, without memory for it.
#include <sys/resource.h>

#include <amp.h>
#include <cstdarg>
#include <cstdio>
#include <cwchar>

#include "check.hpp"

static int print(const wchar_t* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int count = vfwprintf(stderr, format, arguments);
  va_end(arguments);
  return count;
}

int main() {
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  CHECK(print(L"%s", "\xff\xfe") == 0);
  getrusage(RUSAGE_SELF, &after);
  CHECK(after.ru_maxrss - before.ru_maxrss < 64 * 1024);  // KiB
  CHECK(print(L"%d\n", 12) == 3);
  return failures();
}
