// rows: amp.ms.entry.wmain
#include <amp.h>
#include <stdlib.h>
#include <wchar.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int wmain(int argc, wchar_t* argv[]) {
  CHECK(argc == 1 && wcsstr(argv[0], L"wmain") != nullptr);

  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
