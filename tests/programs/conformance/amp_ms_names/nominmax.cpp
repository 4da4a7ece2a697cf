// rows: amp.ms.names.minmax
#define NOMINMAX
#define WIN32_LEAN_AND_MEAN
#include <amp.h>
#include <windows.h>

#include <algorithm>
#include <vector>

#include "check.hpp"

using namespace concurrency;

// Possible only where <windows.h> defines neither.
static int max(int a) { return a; }
using std::min;

int main() {
  CHECK(min(3, 4) == 3 && max(4) == 4);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
