// A function object larger than kernel parameters may be.
#include <cstdio>
#include <hc.hpp>

struct Table {
  int values[5000];
};

int main() {
  Table table;
  for (int i = 0; i < 5000; ++i) table.values[i] = i * 3;
  hc::array_view<int> v(5000);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = table.values[i[0]]; });
  for (int i = 0; i < 5000; ++i)
    if (v[i] != i * 3) {
      std::printf("FAILED: element %d is %d\n", i, v[i]);
      return 1;
    }
  std::printf("PASSED\n");
  return 0;
}
