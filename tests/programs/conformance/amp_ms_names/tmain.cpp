// rows: amp.ms.entry.tmain
#include <amp.h>
#include <tchar.h>

#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int _tmain(int argc, _TCHAR* argv[]) {
  std::wstring name(argv[0]);
  CHECK(argc == 1 && !name.empty() && _tcslen(argv[0]) == name.size());
  const TCHAR* text = _T("text");
  CHECK(text[0] == L't' && sizeof(TCHAR) == sizeof(wchar_t) && _ttoi(_T("12")) == 12 &&
        _tcscmp(text, _T("text")) == 0);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
