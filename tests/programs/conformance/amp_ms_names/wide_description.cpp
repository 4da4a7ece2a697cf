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
  const accelerator device;
  const std::wstring description = device.description;
  const std::string text = printed([&] {
    std::cout << "Using: ";
    std::wcout << device.description << L"|" << device.get_description() << std::endl;
    std::wcout << device.device_path << std::endl;
  });
  std::string expected = "Using: ";
  for (int i = 0; i < 2; ++i)
    expected += std::string(description.begin(), description.end()) + (i ? "\n" : "|");
  CHECK(!description.empty() && text.substr(0, expected.size()) == expected && text.size() > expected.size());
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
