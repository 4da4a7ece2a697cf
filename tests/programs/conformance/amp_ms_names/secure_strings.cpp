// rows: amp.ms.names.string
#include <amp.h>
#include <string.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  char text[8];
  CHECK(strcpy_s(text, "abc") == 0 && strcat_s(text, sizeof(text), "def") == 0 &&
        strcmp(text, "abcdef") == 0);
  CHECK(strcpy_s(text, "far too long") == ERANGE && text[0] == 0);
  CHECK(strncpy_s(text, "abcdefghij", _TRUNCATE) != 0 && strcmp(text, "abcdefg") == 0);
  CHECK(strncpy_s(text, sizeof(text), "abcdef", 2) == 0 && strcmp(text, "ab") == 0);
  CHECK(_stricmp("AbC", "aBc") == 0 && _strnicmp("ABx", "aby", 2) == 0 && _stricmp("a", "b") < 0);
  char line[] = "a,b";
  char* rest = NULL;
  CHECK(strcmp(strtok_s(line, ",", &rest), "a") == 0 && strcmp(strtok_s(NULL, ",", &rest), "b") == 0);
  char* copy = _strdup("xyZ");
  CHECK(strcmp(_strupr(copy), "XYZ") == 0 && strcmp(_strrev(copy), "ZYX") == 0 &&
        strcmp(_strlwr(copy), "zyx") == 0);
  free(copy);
  int from[3] = {1, 2, 3}, to[3] = {};
  CHECK(memcpy_s(to, sizeof(to), from, sizeof(from)) == 0 && to[2] == 3 && memcpy_s(to, 4, from, 8) != 0);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
