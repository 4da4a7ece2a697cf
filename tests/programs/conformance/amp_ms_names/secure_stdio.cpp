// rows: amp.ms.names.stdio
#include <amp.h>
#include <stdio.h>
#include <string.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  char text[16];
  CHECK(sprintf_s(text, "%d %s", 12, "ab") == 5 && strcmp(text, "12 ab") == 0);
  CHECK(sprintf_s(text, sizeof(text), "%5.2f", 1.5) == 5 && strcmp(text, " 1.50") == 0);
  CHECK(sprintf_s(text, 4, "%s", "too long") == -1 && text[0] == 0);
  CHECK(_snprintf(text, 3, "%d", 12345) == -1 && _snprintf_s(text, _TRUNCATE, "%d", 12345) == 5);
  CHECK(_scprintf("%d", 12345) == 5);
  int number = 0;
  char word[4];
  CHECK(sscanf_s("7 abcdef", "%d %s", &number, word, (unsigned)_countof(word)) == 2);
  CHECK(number == 7 && strcmp(word, "abc") == 0);
  float f = 0;
  char c = 0;
  CHECK(sscanf_s("2.5x", "%f%c", &f, &c, 1) == 2 && f == 2.5f && c == 'x');
  FILE* file = NULL;
  const errno_t error = fopen_s(&file, "/nonexistent/file", "rb");
  CHECK(error == ENOENT && file == NULL);
  CHECK(sprintf_s(text, "%I64d", 1099511627776LL) == 13 && strcmp(text, "1099511627776") == 0);
  CHECK(sprintf_s(text, "%08I64X", 255LL) == 8 && strcmp(text, "000000FF") == 0);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
