// rows: amp.ms.names.clock
#include <amp.h>
#include <omp.h>
#include <windows.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  LARGE_INTEGER frequency, start, stop;
  CHECK(QueryPerformanceFrequency(&frequency) && frequency.QuadPart > 0);
  CHECK(QueryPerformanceCounter(&start));
  const DWORD before = GetTickCount();
  const ULONGLONG before64 = GetTickCount64();
  Sleep(20);
  CHECK(QueryPerformanceCounter(&stop));
  const double seconds = double(stop.QuadPart - start.QuadPart) / frequency.QuadPart;
  CHECK(seconds > 0.019 && seconds < 20);
  CHECK(GetTickCount() - before >= 19 && GetTickCount64() - before64 >= 19);
  CHECK(sizeof(start) == 8 && start.u.LowPart == start.LowPart);
  const double begin = omp_get_wtime();
  CHECK(omp_get_wtime() >= begin && omp_get_wtick() > 0 && omp_get_thread_num() < omp_get_max_threads());
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
