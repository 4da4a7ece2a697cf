// Threads, locks and what describes the process.
#ifndef HCPY_MS_COMPAT_WIN_THREADS_HPP
#define HCPY_MS_COMPAT_WIN_THREADS_HPP

#include <pthread.h>
#include <tchar.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <thread>

#include "interlocked.hpp"
#include "win_types.hpp"

#define THREAD_PRIORITY_NORMAL 0
#define THREAD_PRIORITY_HIGHEST 2
#define THREAD_PRIORITY_TIME_CRITICAL 15
#define NORMAL_PRIORITY_CLASS 0x20
#define HIGH_PRIORITY_CLASS 0x80
#define REALTIME_PRIORITY_CLASS 0x100
#define WAIT_OBJECT_0 0u
#define WAIT_TIMEOUT 258u
#define WAIT_FAILED 0xFFFFFFFFu

typedef DWORD (*LPTHREAD_START_ROUTINE)(LPVOID);
typedef struct _SYSTEM_INFO {
  DWORD dwOemId, dwPageSize;
  LPVOID lpMinimumApplicationAddress, lpMaximumApplicationAddress;
  DWORD_PTR dwActiveProcessorMask;
  DWORD dwNumberOfProcessors, dwProcessorType, dwAllocationGranularity;
  WORD wProcessorLevel, wProcessorRevision;
} SYSTEM_INFO, *LPSYSTEM_INFO;

namespace hcrt_ms {
// What a thread's handle points to.
struct Thread {
  std::shared_future<unsigned> result;
};
template <class Entry>
HANDLE start_thread(Entry entry, unsigned* id) {
  std::packaged_task<unsigned()> task(entry);
  Thread* made = new Thread{task.get_future().share()};
  std::thread runner(std::move(task));
  if (id) *id = static_cast<unsigned>(std::hash<std::thread::id>()(runner.get_id()));
  runner.detach();
  return made;
}
inline HANDLE pseudo_handle() { return (HANDLE)(LONG_PTR)-1; }
}  // namespace hcrt_ms

HCRT_MS_FN void Sleep(DWORD milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}
HCRT_MS_FN BOOL SwitchToThread() {
  std::this_thread::yield();
  return TRUE;
}
HCRT_MS_FN HANDLE CreateThread(void*, SIZE_T, LPTHREAD_START_ROUTINE entry, LPVOID argument, DWORD,
                               DWORD* id) {
  return hcrt_ms::start_thread([=] { return entry(argument); }, id);
}
// Of threads alone.
HCRT_MS_FN DWORD WaitForSingleObject(HANDLE thread, DWORD milliseconds) {
  if (!thread || thread == hcrt_ms::pseudo_handle()) return WAIT_FAILED;
  const std::shared_future<unsigned>& result = static_cast<hcrt_ms::Thread*>(thread)->result;
  if (milliseconds == INFINITE) {
    result.wait();
    return WAIT_OBJECT_0;
  }
  const bool ready = result.wait_for(std::chrono::milliseconds(milliseconds)) == std::future_status::ready;
  return ready ? WAIT_OBJECT_0 : WAIT_TIMEOUT;
}
HCRT_MS_FN DWORD WaitForMultipleObjects(DWORD count, const HANDLE* threads, BOOL, DWORD milliseconds) {
  for (DWORD i = 0; i < count; ++i) {
    const DWORD state = WaitForSingleObject(threads[i], milliseconds);
    if (state != WAIT_OBJECT_0) return state;
  }
  return WAIT_OBJECT_0;
}
HCRT_MS_FN BOOL CloseHandle(HANDLE thread) {
  if (thread && thread != hcrt_ms::pseudo_handle()) delete static_cast<hcrt_ms::Thread*>(thread);
  return TRUE;
}

HCRT_MS_FN DWORD GetCurrentProcessId() { return static_cast<DWORD>(getpid()); }
HCRT_MS_FN DWORD GetCurrentThreadId() {
  return static_cast<DWORD>(std::hash<std::thread::id>()(std::this_thread::get_id()));
}
HCRT_MS_FN HANDLE GetCurrentProcess() { return hcrt_ms::pseudo_handle(); }
HCRT_MS_FN HANDLE GetCurrentThread() { return hcrt_ms::pseudo_handle(); }
// Priorities and processors are the system's to choose.
HCRT_MS_FN BOOL SetPriorityClass(HANDLE, DWORD) { return TRUE; }
HCRT_MS_FN BOOL SetThreadPriority(HANDLE, int) { return TRUE; }
HCRT_MS_FN DWORD_PTR SetThreadAffinityMask(HANDLE, DWORD_PTR mask) { return mask; }
HCRT_MS_FN BOOL SetProcessAffinityMask(HANDLE, DWORD_PTR) { return TRUE; }
HCRT_MS_FN void GetSystemInfo(SYSTEM_INFO* target) {
  *target = SYSTEM_INFO();
  target->dwPageSize = static_cast<DWORD>(sysconf(_SC_PAGESIZE));
  target->dwNumberOfProcessors = std::thread::hardware_concurrency();
}

typedef std::recursive_mutex* PCRITICAL_SECTION_MUTEX;
typedef struct _CRITICAL_SECTION {
  PCRITICAL_SECTION_MUTEX mutex;
} CRITICAL_SECTION, *LPCRITICAL_SECTION;
HCRT_MS_FN void InitializeCriticalSection(CRITICAL_SECTION* section) {
  section->mutex = new std::recursive_mutex;
}
HCRT_MS_FN BOOL InitializeCriticalSectionAndSpinCount(CRITICAL_SECTION* section, DWORD) {
  InitializeCriticalSection(section);
  return TRUE;
}
HCRT_MS_FN void DeleteCriticalSection(CRITICAL_SECTION* section) { delete section->mutex; }
HCRT_MS_FN void EnterCriticalSection(CRITICAL_SECTION* section) { section->mutex->lock(); }
HCRT_MS_FN void LeaveCriticalSection(CRITICAL_SECTION* section) { section->mutex->unlock(); }

#endif
