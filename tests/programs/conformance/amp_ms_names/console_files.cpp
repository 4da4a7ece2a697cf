// rows: amp.ms.names.files
#include <amp.h>
#include <conio.h>
#include <direct.h>
#include <io.h>
#include <stdio.h>
#include <windows.h>

#include <fstream>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

class log_file {
 public:
  explicit log_file(const wchar_t* name) : out_(name, std::ios::out) {}
  void say(const wchar_t* text) { out_ << text; }

 private:
  std::wofstream out_;
};
template <class Name>
std::string first_line(const Name& name) {
  std::ifstream in(name);
  std::string line;
  std::getline(in, line);
  return line;
}
// Streams open files by wide names.
static void wide_names() {
  const std::wstring folder(L"./"), name = folder + L"caf\u00e9.txt";
  LPCWSTR text = name.c_str();
  { std::ofstream(text, std::ios_base::binary | std::ios_base::out) << "one\n"; }
  std::string line;
  std::ifstream in;
  in.open(folder + L"caf\u00e9.txt");
  CHECK(std::getline(in, line) && line == "one" && first_line(text) == "one" && first_line(name) == "one");
  log_file(text).say(L"two");
  CHECK(first_line("./caf\xc3\xa9.txt") == "two" && remove("./caf\xc3\xa9.txt") == 0);
}

int main() {
  wide_names();
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
