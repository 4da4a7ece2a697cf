// rows: amp.ms.names.function_names
#include <amp.h>

#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  const char* where = "in " __FUNCTION__;
  CHECK(std::string(where) == "in main");
  CHECK(std::string(__FUNCSIG__).find("main") != std::string::npos);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
