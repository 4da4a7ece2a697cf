// rows: amp.ms.output.wide
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
    printf("first ");
    std::cout << "narrow ";
    std::wcout << L"wide " << L'c' << " bytes ";
    fputs("last", stdout);
  });
  CHECK(text == "first narrow wide c bytes last");
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
