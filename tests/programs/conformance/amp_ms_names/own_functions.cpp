// rows: amp.ms.names.own
// flags: -fms-compat
#include <amp.h>
#include <stdio.h>
#include <string.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

// What portable programs define for themselves goes before the compatibility headers' functions.
#ifndef _WIN32
inline int strcpy_s(char* target, size_t size, const char* source) {
  (void)size;
  strcpy(target, source);
  return 77;
}
inline int _stricmp(const char* a, const char* b) { return 1000 + strcasecmp(a, b); }
#endif

int main() {
  char text[8];
  CHECK(strcpy_s(text, sizeof(text), "abc") == 77 && _stricmp("a", "A") == 1000);
  std::vector<int> data(4, 1);
  array_view<int> view(4, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] += i[0]; });
  CHECK(view[3] == 4);
  return failures();
}
