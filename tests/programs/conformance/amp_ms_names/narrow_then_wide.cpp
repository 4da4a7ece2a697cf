// rows: amp.ms.output.wide
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
