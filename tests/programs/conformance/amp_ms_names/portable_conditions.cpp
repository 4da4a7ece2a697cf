// rows: amp.ms.flag
// flags: -Werror
#include <amp.h>

#include <vector>
#ifdef _WIN32
#include <windows.h>
typedef unsigned __int64 u64;
#else
#include <stdint.h>
typedef uint64_t u64;
// Microsoft's keyword as the program's own name: the source is not compiled as Visual C++ would.
#define __forceinline inline __attribute__((always_inline))
typedef long long __int64;
#endif
#include "check.hpp"

using namespace concurrency;

__forceinline int twice(int x) restrict(amp, cpu) { return 2 * x; }

#if defined(_MSC_VER)
int wmain()
#else
int main()
#endif
{
  std::vector<int> data(4, 1);
  array_view<int> view(4, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = twice(i[0]); });
  __int64 sum = view[3];
  CHECK(sum == 6 && sizeof(u64) == 8);
  return failures();
}
