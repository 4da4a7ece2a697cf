// completion_future and accelerator_view: waits, states, then(), markers, order.
#include <atomic>
#include <future>
#include <hc.hpp>
#include <thread>
#include <vector>

#include "check.hpp"

static hc::completion_future add(const hc::accelerator_view& view, hc::array_view<int> v, int n) {
  return hc::parallel_for_each(view, v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += n; });
}

static void states(hc::accelerator_view view) {
  hc::array_view<int> v(1000);
  hc::completion_future none;
  CHECK(!none.valid() && !none.is_ready() && none.get_use_count() == 0 && none.get_begin_tick() == 0);
  none.wait();
  hc::completion_future f = add(view, v, 1);
  CHECK(f.valid());
  f.wait();
  f.wait(hc::hcWaitModeActive);
  f.wait(hc::hcWaitModeBlocked);
  CHECK(f.is_ready());
  const int alone = f.get_use_count();
  hc::completion_future same = f;
  CHECK(f.get_use_count() == alone + 1);
  CHECK(same.is_ready() && f.get_end_tick() >= f.get_begin_tick() && f.get_tick_frequency() > 0);
}

static void standard_future(hc::accelerator_view view) {
  hc::array_view<int> v(1000);
  hc::completion_future f = add(view, v, 1);
  std::shared_future<void> standard = f;
  standard.get();
  CHECK(f.is_ready());
  CHECK(f.wait_for(std::chrono::seconds(10)) == std::future_status::ready);
}

static void continuations(hc::accelerator_view view) {
  std::atomic<int> order{0};
  int first = 0, second = 0;
  {
    hc::array_view<int> v(1000);
    hc::completion_future f = add(view, v, 1);
    f.then([&] {
      first = ++order;
      hc::accelerator acc;  // a launch in the continuation, on that thread's own view
      hc::completion_future inner = add(acc.get_default_view(), v, 2);
      inner.then([&] { second = ++order; });
      inner.wait();
    });
    f.then([&] { first = -1; });  // only the first counts
    f.wait();
  }
  CHECK(first == 1 && second == 2);
}

static void markers() {
  hc::accelerator acc;
  hc::accelerator_view left = acc.create_view(), right = acc.create_view();
  hc::array_view<int> v(10000), w(10000);
  hc::completion_future f = add(left, v, 1), g = add(right, w, 2);
  hc::completion_future marker = left.create_marker();
  marker.wait();
  CHECK(f.is_ready() && marker.is_ready());
  hc::completion_future joined = left.create_blocking_marker({f, g, hc::completion_future()});
  joined.wait();
  CHECK(g.is_ready());
  std::vector<hc::completion_future> many;
  for (int i = 0; i < 12; ++i) many.push_back(add(i % 2 ? left : right, i % 2 ? v : w, 1));
  left.create_blocking_marker(many.begin(), many.end()).wait();
  for (const hc::completion_future& one : many) CHECK(one.is_ready());
  CHECK(!left.create_blocking_marker(many.end(), many.end()).valid());
  CHECK(left.create_blocking_marker(g, hc::no_scope).valid());
  left.wait();
  CHECK(left.get_pending_async_ops() == 0 && left.get_is_empty());
  CHECK(v[9999] == 7 && w[0] == 8);
}

static void one_view_orders_copies(hc::accelerator_view view) {
  const int n = 4096;
  hc::array<int> a(n, view);
  std::vector<int> host(n, 1), out(n);
  int* pointer = a.accelerator_pointer();
  view.copy_async(host.data(), pointer, n * sizeof(int));
  hc::parallel_for_each(view, a.get_extent(), [=](hc::index<1> i) [[hc]] { pointer[i[0]] += i[0]; });
  view.copy(pointer, out.data(), n * sizeof(int));
  CHECK(out[0] == 1 && out[n - 1] == n);
}

// A value written on one view is there on the other without any wait.
static void two_views_of_one_buffer() {
  hc::accelerator acc;
  hc::accelerator_view left = acc.create_view(), right = acc.create_view(hc::execute_any_order);
  hc::array_view<int> v(5000);
  for (int i = 0; i < 50; ++i) add(i % 2 ? left : right, v, 1);
  CHECK(v[0] == 50 && v[4999] == 50);
}

int main() {
  hc::accelerator_view view = hc::accelerator().get_default_view();
  states(view);
  standard_future(view);
  continuations(view);
  markers();
  one_view_orders_copies(view);
  two_views_of_one_buffer();
  return failures();
}
