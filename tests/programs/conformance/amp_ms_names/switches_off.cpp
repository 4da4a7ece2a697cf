// rows: amp.ms.flag
// flags: -Werror
// Switches that nothing sets leave Windows' parts out: the source is compiled as the specification has it, and two
// names that Visual C++ alone would take for its own are the program's.
#include <amp.h>
#if USE_D3D
#include <windows.h>
#endif
#ifdef WITH_TIMER
static LARGE_INTEGER begin_of_all;
#elif defined(WITH_CLOCK)
static DWORD begin_of_all;
#endif
#ifndef WITH_TIMER
static const int timers = 0;
#else
static const int timers = sizeof(__int64);
#endif
#include "check.hpp"

template <class T>
struct source_of {
  static int wanted(T) restrict(cpu, amp) { return 1; }
};
template <class T>
int chosen(T x) restrict(cpu, amp) {
  return source_of<T>::wanted(x) + later(x);  // the standard's look-up: by the argument alone
}
namespace apart {
struct number {
  int x;
};
int later(number n) restrict(cpu, amp) { return n.x; }
}  // namespace apart

int main() {
#ifdef _DEBUG
  _CrtSetDbgFlag(1);
#endif
  int host[4] = {};
  concurrency::array_view<int> view(4, host);
  concurrency::parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) {
    apart::number n = {i[0]};
    view[i] = chosen(n);
  });
  CHECK(view[3] == 4 && timers == 0);
  return failures();
}
