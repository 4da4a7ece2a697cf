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
