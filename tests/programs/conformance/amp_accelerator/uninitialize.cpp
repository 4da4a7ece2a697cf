// rows: amp.3.1.amp_uninitialize
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  {
    std::vector<int> data(8, 1);
    array_view<int, 1> v(8, data);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
    v.synchronize();
    CHECK(data[7] == 2);
  }
  concurrency::amp_uninitialize();
  return failures();
}
