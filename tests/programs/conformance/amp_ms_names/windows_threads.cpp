// rows: amp.ms.names.threads
#include <amp.h>
#include <process.h>
#include <windows.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

interface counter {
  virtual int count() = 0;
};
struct one : counter {
  int count() { return lstrlen(TEXT("1")); }
};

static CRITICAL_SECTION section;
static DWORD WINAPI work(LPVOID target) {
  for (int i = 0; i < 100; ++i) {
    EnterCriticalSection(&section);
    ++*(LONG*)target;
    LeaveCriticalSection(&section);
  }
  return 0;
}
static unsigned __stdcall more(void* target) {
  ++*(LONG*)target;
  return 0;
}

int main() {
  InitializeCriticalSection(&section);
  LONG count = 0;
  HANDLE threads[3];
  for (HANDLE& thread : threads) thread = CreateThread(NULL, 0, work, &count, 0, NULL);
  CHECK(WaitForMultipleObjects(3, threads, TRUE, INFINITE) == WAIT_OBJECT_0);
  for (HANDLE thread : threads) CloseHandle(thread);
  CHECK(count == 300 && InterlockedIncrement(&count) == 301);
  HANDLE other = (HANDLE)_beginthreadex(NULL, 0, more, &count, 0, NULL);
  CHECK(WaitForSingleObject(other, INFINITE) == WAIT_OBJECT_0 && count == 302 && CloseHandle(other));
  SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_HIGHEST);
  CHECK(GetCurrentProcessId() == (DWORD)_getpid());
  DeleteCriticalSection(&section);
  long flags = 6;
  CHECK(InterlockedAnd(&flags, 3) == 6 && InterlockedOr(&flags, 8) == 2 && InterlockedXor(&flags, 1) == 10);
  std::tr1::shared_ptr<counter> made(new one);
  CHECK(flags == 11 && made->count() == 1);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
