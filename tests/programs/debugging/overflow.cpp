#include <climits>
#include <cstdio>
#include <hc.hpp>

int main() {
  hc::array_view<int> view(10);
  const int big = INT_MAX - 5;
  hc::parallel_for_each(hc::extent<1>(10), [=](hc::index<1> i) [[hc]] {
    view[i] = big + i[0];  // here
  });
  std::printf("%d\n", view[3]);
}
