// rows: hc.programs.whole
#include <atomic>
#include <hc.hpp>
#include <mutex>
#include <thread>
#include <vector>
std::atomic<int> failures{0};
void work(int id, hc::accelerator acc) {
  hc::accelerator_view av = acc.create_view();
  const int n = 1000;
  std::vector<int> data(n, id);
  hc::array<int> dev(n, data.begin(), data.end(), av);
  for (int round = 0; round < 10; ++round)
    hc::parallel_for_each(av, dev.get_extent(), [&dev, round](hc::index<1> i) [[hc]] { dev[i] += round; });
  av.wait();
  hc::copy(dev, data.begin());
  for (int x : data)
    if (x != id + 45) ++failures;
}
int main() {
  hc::accelerator acc;
  std::vector<std::thread> t;
  for (int i = 0; i < 6; ++i) t.emplace_back(work, i, acc);
  for (auto& x : t) x.join();
  auto fut = std::async(std::launch::async, [&] { work(42, acc); });
  fut.get();
  return failures;
}
