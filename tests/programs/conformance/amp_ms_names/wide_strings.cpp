// rows: amp.ms.names.string
#include <amp.h>
#include <string.h>
#include <wchar.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  wchar_t text[16];
  CHECK(swprintf_s(text, L"%s-%d", L"wide", 5) == 6 && wcscmp(text, L"wide-5") == 0);
  CHECK(swprintf_s(text, 16, L"%S|%hs|%ls", "a", "b", L"c") == 5 && wcscmp(text, L"a|b|c") == 0);
  CHECK(swprintf(text, 16, L"%s", L"standard") == 8 && wcscmp(text, L"standard") == 0);
  CHECK(wcscpy_s(text, L"abc") == 0 && wcscat_s(text, L"d") == 0 && _wcsicmp(text, L"ABCD") == 0);
  CHECK(_wtoi(L"42") == 42 && _wtof(L"2.5") == 2.5 && wcscmp(_itow(255, text, 16), L"ff") == 0);
  size_t count = 0;
  char bytes[16];
  CHECK(wcstombs_s(&count, bytes, L"gr\u00fcn", _TRUNCATE) == 0 && count == 6);
  CHECK(mbstowcs_s(&count, text, bytes, _TRUNCATE) == 0 && count == 5 && text[2] == 0xFC);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
