// rows: amp.ms.entry.void_main
#include <amp.h>
#include <stdlib.h>
#include <wchar.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

void main(int argc, char* argv[]) {
  CHECK(argc == 1 && argv[0][0] != 0 && argv[1] == nullptr);

  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  if (failures()) exit(1);
}
