// rows: amp.ms.names.calls
#include <amp.h>
#include <stdlib.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

static int __cdecl compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
int __stdcall add(int a, int b) { return a + b; }
int __fastcall subtract(int a, int b) { return a - b; }
typedef int(__cdecl* Compare)(const void*, const void*);

int __cdecl main() {
  std::vector<int> data(16);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = 16 - i[0]; });
  view.synchronize();
  Compare order = &compare;
  qsort(data.data(), data.size(), sizeof(int), order);
  CHECK(data[0] == 1 && data[15] == 16 && add(1, 2) == 3 && subtract(5, 2) == 3);
  return failures();
}
