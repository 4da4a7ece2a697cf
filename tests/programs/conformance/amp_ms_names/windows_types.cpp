// rows: amp.ms.names.windows
#include <amp.h>
#include <windows.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  CHECK(sizeof(DWORD) == 4 && sizeof(LONG) == 4 && sizeof(LONGLONG) == 8 && sizeof(WORD) == 2 &&
        sizeof(BYTE) == 1);
  CHECK(sizeof(HANDLE) == sizeof(void*) && sizeof(SIZE_T) == 8 && sizeof(DWORD_PTR) == 8 &&
        sizeof(UINT64) == 8);
  BOOL yes = TRUE;
  HRESULT result = E_FAIL;
  CHECK(yes && FAILED(result) && SUCCEEDED(S_OK) && MAX_PATH == 260);
  CHECK(LOWORD(0x12345678) == 0x5678 && HIWORD(0x12345678) == 0x1234 && GetGValue(RGB(1, 2, 3)) == 2);
  int values[4] = {1, 2, 3, 4};
  ZeroMemory(values, sizeof(values));
  CHECK(values[3] == 0 && ARRAYSIZE(values) == 4);
  SetLastError(5);
  CHECK(GetLastError() == 5);
  OutputDebugString(L"nobody hears");
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  CHECK(info.dwNumberOfProcessors >= 1 && info.dwPageSize >= 4096);
  SYSTEMTIME now;
  GetLocalTime(&now);
  CHECK(now.wYear > 2020 && now.wMonth >= 1 && now.wMonth <= 12);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
