// rows: amp.ms.names.integers
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<__int32> data(16, 2);
  array_view<__int32> view(16, data);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        unsigned __int32 x = view[i];
        __int32 y = x << 2;
        view[i] = y + _countof("ab");
      });
  view.synchronize();
  CHECK(data[3] == 11);
  return failures();
}
