// rows: amp.ms.names.safe_text
#include <amp.h>
#include <shlwapi.h>
#include <strsafe.h>

#include <cstring>
#include <string>

#include "check.hpp"
#pragma comment(lib, "shlwapi.lib")

using namespace concurrency;

int main() {
  char narrow[8];
  wchar_t wide[8];
  CHECK(StringCchCopyA(narrow, 8, "abc") == S_OK && !std::strcmp(narrow, "abc"));
  CHECK(SUCCEEDED(StringCchCatA(narrow, 8, "defg")) && !std::strcmp(narrow, "abcdefg"));
  CHECK(StringCchCatA(narrow, 8, "h") == STRSAFE_E_INSUFFICIENT_BUFFER && !std::strcmp(narrow, "abcdefg"));
  CHECK(StringCchCopyA(narrow, 4, "12345") == STRSAFE_E_INSUFFICIENT_BUFFER && !std::strcmp(narrow, "123"));
  CHECK(StringCchCopyNA(narrow, 8, "12345", 2) == S_OK && !std::strcmp(narrow, "12"));
  CHECK(StringCchCopyA(narrow, 0, "1") == STRSAFE_E_INVALID_PARAMETER);
  CHECK(StringCchPrintfA(narrow, 8, "%d-%s", 42, "xy") == S_OK && !std::strcmp(narrow, "42-xy"));
  CHECK(FAILED(StringCchPrintfA(narrow, 8, "%s", "123456789")) && !std::strcmp(narrow, "1234567"));
  CHECK(SUCCEEDED(StringCchPrintf(wide, _countof(wide), TEXT("%d-%s"), 42, L"xy")));
  CHECK(std::wstring(wide) == L"42-xy");
  CHECK(StringCbPrintf(wide, sizeof(wide), L"%05d%s", 7, L"abcd") == STRSAFE_E_INSUFFICIENT_BUFFER);
  CHECK(std::wstring(wide) == L"00007ab");
  size_t length = 0;
  CHECK(StringCchLength(wide, 8, &length) == S_OK && length == 7);
  CHECK(StringCbLengthA("abc", 10, &length) == S_OK && length == 3);
  CHECK(StringCchLengthA("abc", 3, &length) == STRSAFE_E_INVALID_PARAMETER);
  CHECK(StringCbCopyW(wide, sizeof(wide), L"q") == S_OK && StringCbCat(wide, sizeof(wide), L"r") == S_OK);
  CHECK(std::wstring(wide) == L"qr");

  char path[MAX_PATH] = "C:\\data\\in.tar.bmp";
  CHECK(!std::strcmp(PathFindFileNameA(path), "in.tar.bmp") && !std::strcmp(PathFindExtensionA(path), ".bmp"));
  CHECK(!PathIsRelativeA(path) && PathIsRelativeA("in.bmp") && !PathIsRelative(L"/tmp"));
  PathRenameExtensionA(path, ".png");
  CHECK(!std::strcmp(path, "C:\\data\\in.tar.png") && !PathAddExtensionA(path, ".x"));
  PathRemoveExtensionA(path);
  CHECK(!std::strcmp(path, "C:\\data\\in.tar"));
  CHECK(PathRemoveFileSpecA(path) && !std::strcmp(path, "C:\\data"));
  wchar_t file[MAX_PATH];
  CHECK(PathCombine(file, L"/tmp", L"sub") == file && std::wstring(file) == L"/tmp/sub");
  CHECK(PathAppend(file, L"\\a.txt") && std::wstring(file) == L"/tmp/sub/a.txt");
  PathStripPath(file);
  CHECK(std::wstring(file) == L"a.txt" && std::wstring(PathFindExtension(L"a/b.c/d")).empty());
  CHECK(PathCombineA(path, "/usr/", "/etc") && !std::strcmp(path, "/etc") && PathAddBackslashA(path) == path + 5);
  CHECK(PathIsDirectoryA(path) && PathFileExistsA("/etc") && !PathFileExists(L"/no such file"));
  CHECK(PathRemoveFileSpecA(path) && PathRemoveFileSpecA(path) && !std::strcmp(path, "/"));
  array_view<int> view(4);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0]; });
  CHECK(view[3] == 3);
  return failures();
}
