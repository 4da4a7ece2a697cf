// rows: amp.ms.output.wprintf
#include <amp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

// What the statements print on standard output.
template <class F>
std::string printed(const F& print) {
  char name[] = "/tmp/hcpy-output-XXXXXX";
  const int file = mkstemp(name), old = dup(1);
  fflush(stdout);
  dup2(file, 1);
  print();
  std::cout.flush();
  std::wcout.flush();
  fflush(stdout);
  dup2(old, 1);
  std::string text(static_cast<size_t>(lseek(file, 0, SEEK_END)), 0);
  lseek(file, 0, SEEK_SET);
  if (read(file, &text[0], text.size()) < 0) text = "?";
  close(file);
  unlink(name);
  return text;
}

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
