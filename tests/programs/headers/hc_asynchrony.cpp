// Nothing blocks the caller: with a view held back, launches, copies, markers and synchronisation return at
// once, also where data must move first. Work of views that share only what they read runs side by side.
#include <atomic>
#include <chrono>
#include <hc.hpp>
#include <hc_am.hpp>
#include <thread>
#include <vector>

#include "check.hpp"

namespace {

// A kernel waits so many rounds for another one before it gives up: seconds. A GPU's rounds take longer.
long patience_of(const hc::accelerator& acc) {
  return acc.get_device_path().compare(0, 4, L"cuda") == 0 ? 10000000 : 4000000000;
}

// Waits in a kernel until the flag is set; 1: it was.
int await(int* flag, long patience) [[hc]] {
  for (long i = 0; i < patience; ++i)
    if (__atomic_load_n(flag, __ATOMIC_RELAXED)) return 1;
  return 0;
}

void nothing_blocks() {
  hc::accelerator acc;
  hc::accelerator_view view = acc.create_view(), other = acc.create_view();
  constexpr int n = 300000;
  std::vector<int> source(n, 1), out(n), small(10, 5);
  hc::array_view<int> data(n, source), few(10, small);
  hc::array<int> array(n, view);
  hc::parallel_for_each(view, data.get_extent(), [=](hc::index<1> i) [[hc]] { few[i[0] % 10] = 5; }).wait();

  std::atomic<bool> go{false};
  const hc::completion_future held = view.create_marker().then([&go] {
    while (!go) std::this_thread::yield();
    return 0;
  });
  view.create_blocking_marker(held);
  std::vector<hc::completion_future> futures;
  // Data that must go up first, after the marker.
  futures.push_back(hc::parallel_for_each(view, data.get_extent(),
                                          [=](hc::index<1> i) [[hc]] { data[i] += few[i[0] % 10]; }));
  futures.push_back(hc::copy_async(data, array));
  futures.push_back(
      hc::parallel_for_each(view, array.get_extent(), [&array](hc::index<1> i) [[hc]] { array[i] *= 2; }));
  futures.push_back(hc::copy_async(array, out.begin()));
  futures.push_back(data.synchronize_async());
  futures.push_back(view.create_marker());
  // On another view, with the data of the first.
  futures.push_back(
      hc::parallel_for_each(other, data.get_extent(), [=](hc::index<1> i) [[hc]] { data[i] += 1; }));
  futures.push_back(other.create_blocking_marker(futures[0]));
  futures.push_back(futures[2].then([] { return 7; }));
  for (const hc::completion_future& f : futures) CHECK(!f.is_ready());
  go = true;  // a caller that was blocked would never come here
  for (const hc::completion_future& f : futures) f.wait();
  CHECK(out[0] == 12 && out[n - 1] == 12);
  CHECK(data[0] == 7 && data[n - 1] == 7);
}

void readers_run_side_by_side() {
  hc::accelerator acc;
  hc::accelerator_view first = acc.create_view(), second = acc.create_view();
  const long patience = patience_of(acc);
  int* const flag = static_cast<int*>(hc::am_alloc(2 * sizeof(int), acc, 0));
  const int zeros[2] = {};
  first.copy(zeros, flag, sizeof zeros);
  const std::vector<int> numbers(64, 3);
  const hc::array_view<const int> input(64, numbers);
  hc::array_view<int> a(2), b(2);
  hc::parallel_for_each(first, hc::extent<1>(2), [=](hc::index<1> i) [[hc]] {
    a[i] = b[i] = input[i];
  }).wait();
  // Each waits for the other: one after the other they would give up.
  const hc::completion_future one = hc::parallel_for_each(first, hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    __atomic_store_n(&flag[0], input[0], __ATOMIC_RELAXED);
    a[0] = await(&flag[1], patience);
  });
  const hc::completion_future two = hc::parallel_for_each(second, hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    __atomic_store_n(&flag[1], input[1], __ATOMIC_RELAXED);
    b[0] = await(&flag[0], patience);
  });
  one.wait();
  two.wait();
  CHECK(a[0] == 1 && b[0] == 1);

  // A copy passes a kernel of another view, which waits for what the copy brings.
  first.copy(zeros, flag, sizeof zeros);
  const hc::completion_future waiting = hc::parallel_for_each(
      first, hc::extent<1>(1), [=](hc::index<1>) [[hc]] { a[1] = await(&flag[0], patience); });
  const int set = 1;
  second.copy_async(&set, flag, sizeof set).wait();
  waiting.wait();
  CHECK(a[1] == 1);
  hc::am_free(flag);
}

}  // namespace

int main() {
  nothing_blocks();
  // Intel's OpenCL runtime on the CPU runs two queues of a device side by side or not, as it likes.
  if (hc::accelerator().get_device_path().compare(0, 6, L"opencl") != 0) readers_run_side_by_side();
  return failures();
}
