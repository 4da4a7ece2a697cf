// rows: amp.ms.names.files
#include <amp.h>
#include <conio.h>
#include <direct.h>
#include <io.h>
#include <stdio.h>
#include <windows.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  char folder[MAX_PATH];
  CHECK(_getcwd(folder, MAX_PATH) && _access(folder, 0) == 0 && _access("/nonexistent", 0) != 0);
  CHECK(_fileno(stdout) == 1 && _setmode(_fileno(stdout), _O_U16TEXT) != -1);
  while (_kbhit())
    if (_getch() == EOF) break;
  HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
  CHECK(SetConsoleTextAttribute(console, FOREGROUND_RED | FOREGROUND_INTENSITY) && SetConsoleTitle(L"Title"));
  WCHAR path[MAX_PATH];
  CHECK(GetModuleFileName(NULL, path, MAX_PATH) > 0 && wcsstr(path, L"console_files"));
  char narrow[MAX_PATH];
  CHECK(WideCharToMultiByte(CP_UTF8, 0, L"\u00e9", -1, narrow, MAX_PATH, NULL, NULL) == 3);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
