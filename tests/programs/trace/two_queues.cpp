// Work whose trace test_trace.py looks at. Arguments: "meet": two kernels that wait for each other, so they
// must overlap; "exit": ends the process while a kernel runs that another thread waits for.
#include <hc.hpp>

#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

int main(int argc, char** argv) {
  const char* const mode = argc > 1 ? argv[1] : "";
  hc::accelerator_view one = hc::accelerator().create_view(), two = hc::accelerator().create_view();
  std::vector<int> data(1000, 1);
  hc::array<int, 1> a(hc::extent<1>(1000), one);
  hc::copy_async(data.begin(), a);
  hc::parallel_for_each(one, a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] += 1; });
  hc::array_view<int, 1> b(1000);
  hc::parallel_for_each(two, b.get_extent(), [=, &a](hc::index<1> i) [[hc]] { b[i] = a[i]; });
  two.create_marker().wait();
  if (!std::strcmp(mode, "meet")) {
    hc::array_view<int, 1> first(1), second(1);
    int* const flags = static_cast<int*>(std::calloc(2, sizeof(int)));
    const auto meet = [](int* mine, int* other) [[hc]] {
      __atomic_store_n(mine, 1, __ATOMIC_SEQ_CST);
      for (long spins = 0; spins < 200000000 && !__atomic_load_n(other, __ATOMIC_SEQ_CST);) ++spins;
    };
    hc::parallel_for_each(one, hc::extent<1>(1), [=](hc::index<1>) [[hc]] { meet(flags, flags + 1); });
    hc::parallel_for_each(two, hc::extent<1>(1), [=](hc::index<1>) [[hc]] { meet(flags + 1, flags); });
  }
  if (!std::strcmp(mode, "exit")) {
    const hc::completion_future slow = hc::parallel_for_each(one, hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
      for (int k = 0; k < 20000000; ++k) b[0] += k;
    });
    std::thread([slow] { slow.wait(); }).detach();
    std::exit(3);
  }
  hc::copy(a, data.begin());
  one.wait();
  two.wait();
  return data[5] == 2 && b[5] == 2 ? 0 : 1;
}
