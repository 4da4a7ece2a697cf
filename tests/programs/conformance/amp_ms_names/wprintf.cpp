// rows: amp.ms.output.wprintf
#include <amp.h>
#include <stdio.h>
#include <stdlib.h>

#include <iostream>
#include <string>
#include <vector>

#include "check.hpp"
#include "printed.hpp"

using namespace concurrency;

int main() {
  const std::string text = printed([] {
    std::cout << "1 ";
    wprintf(L"%s %ls %d %c %5.1f%% ", L"two", L"3", 4, L'5', 6.0);
    wprintf(L"%S %hs ", "seven", "eight");
    printf("nine ");
    fputws(L"ten ", stdout);
    fwprintf(stdout, L"%-4d|%*d\n", 11, 4, 12);
    std::wprintf(L"\u00fc %s\n", std::wstring(300, L'x').c_str());
  });
  CHECK(text ==
        "1 two 3 4 5   6.0% seven eight nine ten 11  |  12\n\xc3\xbc " + std::string(300, 'x') + "\n");
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
