// rows: hc.programs.whole
#include <hc.hpp>
#include <list>
#include <vector>
using namespace hc;
#define N 4096
int main(void) {
  accelerator acc = accelerator();
  std::vector<accelerator_view> views;
  for (int i = 0; i < 6; ++i) views.push_back(acc.create_view());
  std::vector<array_view<int, 1>> data;
  for (int i = 0; i < 6; ++i) data.emplace_back(N);
  std::vector<completion_future> futures;
  for (int k = 0; k < 6; ++k) {
    array_view<int, 1>& d = data[k];
    futures.push_back(
        parallel_for_each(views[k], d.get_extent(), [=](index<1> idx) __HC__ { d[idx] = idx[0] + k; }));
  }
  accelerator_view last = acc.get_default_view();
  completion_future barrier = last.create_blocking_marker(futures.begin(), futures.end());
  barrier.wait();
  for (auto& f : futures)
    if (!f.is_ready()) return 1;
  completion_future two = last.create_blocking_marker({futures[0], futures[1], barrier}, accelerator_scope);
  completion_future one = last.create_blocking_marker(two, system_scope);
  one.wait();
  if (!two.is_ready()) return 2;
  std::list<completion_future> none;
  completion_future empty = last.create_blocking_marker(none.begin(), none.end());
  empty.wait();
  int sum = 0;
  for (int k = 0; k < 6; ++k) sum += data[k][N - 1];
  if (sum != 6 * (N - 1) + 15) return 3;
  completion_future m2 = last.create_marker(no_scope);
  m2.wait(hcWaitModeBlocked);
  return m2.is_ready() ? 0 : 4;
}
