// Two GPUs in one graph: data go from one to the other without the host's memory, and every order is kept.
#include <cstdio>
#include <hc.hpp>
#include <vector>

int main() {
  std::vector<hc::accelerator> gpus;
  for (const hc::accelerator& acc : hc::accelerator::get_all())
    if (acc.get_device_path().compare(0, 4, L"cuda") == 0) gpus.push_back(acc);
  if (gpus.size() < 2) {
    std::printf("FAILED: there are %zu GPUs\n", gpus.size());
    return 1;
  }
  hc::accelerator_view a = gpus[0].create_view(), b = gpus[1].create_view();
  const int n = 1 << 22;
  std::vector<unsigned> data(n);
  for (int i = 0; i < n; ++i) data[i] = static_cast<unsigned>(i);
  std::vector<unsigned> want = data;
  {
    hc::array_view<unsigned> view(n, data);
    for (int round = 0; round < 50; ++round) {  // to and fro, nobody waits
      hc::parallel_for_each(a, view.get_extent(), [=](hc::index<1> i) [[hc]] { view[i] = view[i] * 3 + 1; });
      hc::parallel_for_each(b, view.get_extent(), [=](hc::index<1> i) [[hc]] { view[i] ^= view[i] >> 7; });
    }
  }
  for (unsigned& x : want)
    for (int round = 0; round < 50; ++round) {
      x = x * 3 + 1;
      x ^= x >> 7;
    }
  if (data != want) {
    std::puts("FAILED: kernels of two GPUs in turn");
    return 1;
  }
  // Arrays of both, a marker of one after a kernel of the other, a copy between them.
  hc::array<unsigned> left(n, a), right(n, b);
  const hc::completion_future filled =
      hc::parallel_for_each(a, left.get_extent(), [&left](hc::index<1> i) [[hc]] { left[i] = i[0] * 5u; });
  b.create_blocking_marker(filled);
  hc::copy_async(left, right).wait();
  hc::parallel_for_each(b, right.get_extent(), [&right](hc::index<1> i) [[hc]] { right[i] += 1; });
  const std::vector<unsigned> result = right;
  for (int i = 0; i < n; ++i)
    if (result[i] != i * 5u + 1) {
      std::printf("FAILED: element %d of the copied array is %u\n", i, result[i]);
      return 1;
    }
  std::puts("PASSED: 100 kernels in turn, a marker and a copy between GPUs");
  return 0;
}
