// rows: amp.ms.names.time
#include <amp.h>
#include <string.h>
#include <time.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  const time_t epoch = 0;
  struct tm parts;
  CHECK(gmtime_s(&parts, &epoch) == 0 && parts.tm_year == 70 && localtime_s(&parts, &epoch) == 0);
  char text[40];
  CHECK(gmtime_s(&parts, &epoch) == 0 && asctime_s(text, &parts) == 0 && strstr(text, "1970"));
  CHECK(ctime_s(text, sizeof(text), &epoch) == 0 && _strdate_s(text, 9) == 0 && text[2] == '/');
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
