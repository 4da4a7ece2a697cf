// rows: amp.ms.entry.tmain
// flags: -D_MBCS
#include <amp.h>
#include <tchar.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int _tmain(int argc, _TCHAR* argv[]) {
  const _TCHAR* text = _T("7");
  CHECK(argc == 1 && argv[0][0] != 0 && sizeof(TCHAR) == 1 && _ttoi(text) == 7);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
