// A graph of kernels on two accelerator_views: futures, blocking markers and then().
#include <hc.hpp>
#include <iostream>
#include <vector>

int main() {
  const int n = 1 << 16;
  hc::accelerator acc;
  hc::accelerator_view left = acc.create_view(), right = acc.create_view();

  hc::array<int, 1> a(n, left), b(n, right), sum(n, left);
  //   fill a (left)    fill b (right)
  //            \        /
  //          sum = a + b (left)
  //                |
  //          then: a flag on the host
  hc::completion_future fill_a =
      hc::parallel_for_each(left, a.get_extent(), [&a](hc::index<1> i) [[hc]] { a[i] = i[0]; });
  hc::completion_future fill_b =
      hc::parallel_for_each(right, b.get_extent(), [&b](hc::index<1> i) [[hc]] { b[i] = 3 * i[0]; });
  left.create_blocking_marker({fill_a, fill_b});
  hc::completion_future add = hc::parallel_for_each(
      left, sum.get_extent(), [&a, &b, &sum](hc::index<1> i) [[hc]] { sum[i] = a[i] + b[i]; });

  bool told = false;
  {
    hc::completion_future last = left.create_blocking_marker(add);
    last.then([&told] { told = true; });
    last.wait();
  }  // the future's end waits for what then() started

  std::vector<int> result = sum;
  for (int i = 0; i < n; ++i)
    if (result[i] != 4 * i) {
      std::cout << "FAILED: element " << i << " is " << result[i] << "\n";
      return 1;
    }
  if (!told || !add.is_ready() || !left.get_is_empty()) {
    std::cout << "FAILED: the graph is not complete\n";
    return 1;
  }
  std::cout << "PASSED: 3 kernels on 2 views\n";
  return 0;
}
