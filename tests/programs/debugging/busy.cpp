// Right in every respect: what a sanitizer says of it is about libhcrt.
#include <hc.hpp>
#include <thread>
#include <vector>

static int bias = 1;

static int work(int seed) {
  const int n = 512;
  std::vector<int> data(n, seed), out(n);
  hc::accelerator_view queue = hc::accelerator().create_view();
  hc::array<int> stored(n, queue);
  hc::array_view<int> in(n, data), result(n, out);
  for (int round = 0; round < 3; ++round) {
    hc::copy(in, stored);
    hc::parallel_for_each(queue, hc::extent<1>(n).tile(64), [=, &stored](hc::tiled_index<1> t) [[hc]] {
      tile_static int part[64];
      part[t.local[0]] = stored[t.global] + bias;
      for (int step = 32; step > 0; step /= 2) {
        t.barrier.wait();
        if (t.local[0] < step) part[t.local[0]] += part[t.local[0] + step];
      }
      t.barrier.wait();
      result[t.global] = part[0];
    });
    hc::parallel_for_each(in.get_extent(), [=](hc::index<1> i) [[hc]] { in[i] += result[i] % 7; });
  }
  hc::array_view<int> count(1);
  count[0] = 0;
  hc::parallel_for_each(queue, hc::extent<2>(40, 30), [=](hc::index<2> i) [[hc]] {
    if (i[0] != i[1]) hc::atomic_fetch_add(&count[0], 1);
  });
  in.synchronize();
  data[0] += count[0];  // what kernels wrote is the program's again
  return result[n - 1] > 0 && data[0] > 1000 ? 0 : 1;
}

int main() {
  int failed[2] = {};
  std::thread other([&] { failed[1] = work(2); });
  failed[0] = work(1);
  other.join();
  return failed[0] + failed[1];
}
