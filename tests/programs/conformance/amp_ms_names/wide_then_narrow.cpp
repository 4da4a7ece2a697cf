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
    std::wcout << L"wide " << 1 << std::endl;
    std::cout << "narrow " << 2 << std::endl;
    printf("printf %d\n", 3);
    std::wcout << L"wide again" << std::endl;
  });
  CHECK(text == "wide 1\nnarrow 2\nprintf 3\nwide again\n");
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
