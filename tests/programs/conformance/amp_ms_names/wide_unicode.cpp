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
    std::wcout << L"\u00fc\u20ac" << L"\U0001F600" << std::endl;
    std::cout << "still good" << std::endl;
  });
  CHECK(text == "\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80\nstill good\n" && std::wcout.good());
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
