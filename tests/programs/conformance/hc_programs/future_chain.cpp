// rows: hc.programs.whole
#include <hc.hpp>
#include <iostream>
#include <numeric>
int main() {
  using namespace hc;
  const int n = 1 << 12;
  std::vector<int> h(n);
  std::iota(h.begin(), h.end(), 0);
  accelerator acc;
  accelerator_view av = acc.create_view(execute_in_order);
  array<int> a(n, av), b(n, av);
  completion_future c0 = copy_async(h.begin(), h.end(), a);
  c0.wait();
  completion_future c1 = parallel_for_each(av, a.get_extent(), [&](index<1> i) [[hc]] { b[i] = a[i] + 1; });
  completion_future m = av.create_marker();
  completion_future c2 = parallel_for_each(av, a.get_extent(), [&](index<1> i) [[hc]] { a[i] = b[i] * 2; });
  bool then_called = false;
  c2.then([&] { then_called = true; });
  c2.wait(hcWaitModeActive);
  m.wait();
  if (!c1.is_ready() || !m.is_ready()) return 1;
  if (av.get_pending_async_ops() != 0) return 2;
  if (!av.get_is_empty()) return 3;
  std::vector<int> r = a;
  for (int i = 0; i < n; ++i)
    if (r[i] != (i + 1) * 2) return 4;
  completion_future e;
  if (e.valid() || e.is_ready()) return 5;
  e.wait();
  std::shared_future<void>* sf = nullptr;
  (void)sf;
  completion_future moved = std::move(c2);
  if (!moved.valid()) return 6;
  if (moved.get_end_tick() < moved.get_begin_tick()) return 7;
  if (moved.get_tick_frequency() == 0) return 8;
  return 0;
}
