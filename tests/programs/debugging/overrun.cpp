#include <cstdio>
#include <hc.hpp>
#include <vector>

int main() {
  std::vector<int> data(10, 7), out(10);
  hc::array_view<const int> view(10, data);
  hc::array_view<int> result(10, out);
  hc::parallel_for_each(hc::extent<1>(10), [=](hc::index<1> i) [[hc]] {
    int next = view[i[0] + 1];  // here
    result[i] = next;
  });
  std::printf("%d\n", result[3]);
}
