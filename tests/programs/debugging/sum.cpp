#include <cstdio>
#include <hc.hpp>

int main() {
  hc::array_view<int> sum(1);
  hc::parallel_for_each(hc::extent<1>(100), [=](hc::index<1> i) [[hc]] {
    sum[0] += i[0];  // here
  });
  std::printf("%d\n", sum[0]);
}
