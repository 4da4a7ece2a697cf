// rows: amp.ms.names.crtdbg
#include <amp.h>
#include <crtdbg.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  _CrtSetDbgFlag(_CRTDBG_ALLOC_MEM_DF | _CRTDBG_LEAK_CHECK_DF);
  int checked = 0;
  _ASSERTE(++checked == 1);
  _ASSERT(checked == 1);
  CHECK(checked == 1 && _CrtDumpMemoryLeaks() == 0 && _CrtCheckMemory());
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
