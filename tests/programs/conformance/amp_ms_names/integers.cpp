// rows: amp.ms.names.integers
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  __int64 wide = 1LL << 40;
  unsigned __int64 all = ~0ui64;
  __int8 small = -1;
  __int16 medium = 300;
  unsigned __int32 word = 0xFFFFFFFF;
  CHECK(sizeof(wide) == 8 && sizeof(small) == 1 && sizeof(medium) == 2 && sizeof(word) == 4);
  CHECK(all == _UI64_MAX && wide == 1099511627776i64 && _I64_MIN < 0);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
