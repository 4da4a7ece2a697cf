// rows: amp.ms.output.wprintf
#include <amp.h>
#include <stdio.h>
#include <stdlib.h>
#include <tchar.h>

#include <iostream>
#include <string>
#include <vector>

#include "check.hpp"
#include "printed.hpp"

using namespace concurrency;

int main() {
  const std::string text = printed([] {
    _tprintf(_T("%s=%d\n"), _T("size"), 5);
    _putts(_T("line"));
    printf_s("%d\n", 6);
    wprintf_s(L"%s\n", L"w");
  });
  CHECK(text == "size=5\nline\n6\nw\n");
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
