// T9: one call of Vulkan's driver fails, any of them. Each step of a program that does a bit of everything
// works or throws; it prints what the steps computed: where none threw, that is what they compute without a
// fault.
#include <cstdio>
#include <exception>
#include <vector>

#include <hc.hpp>
#include <hc_am.hpp>

template <class Action>
static void step(const char* name, const Action& action) {
  try {
    std::printf("result %s %lld\n", name, static_cast<long long>(action()));
  } catch (const std::exception& error) {
    std::printf("threw: %s: %s\n", name, error.what());
  }
}

static long long sum(const std::vector<int>& values) {
  long long all = 0;
  for (const int value : values) all += value;
  return all;
}

static long long views() {
  std::vector<int> data(5000, 1);
  {
    hc::array_view<int> v(5000, data.data());
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += i[0]; });
    v.synchronize();
    data[7] = 70000;
    v.refresh();
    hc::parallel_for_each(hc::extent<1>(5000).tile(64), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static int part[64];
      if (t.global[0] >= 5000) return;
      part[t.local[0]] = v[t.global[0]];
      v[t.global[0]] = 2 * part[t.local[0]];
    });
    v.synchronize();
  }
  return sum(data);
}

static long long arrays() {
  std::vector<int> data(3000, 5), back(3000);
  hc::array<int> a(3000, data.begin()), b(3000);
  hc::parallel_for_each(hc::extent<1>(3000), [&a, &b](hc::index<1> i) [[hc]] { b[i] = a[i] + i[0]; }).wait();
  hc::copy(b, back.begin());
  return sum(back);
}

static long long pinned(hc::accelerator& acc) {
  int* const p = hc::am_alloc(4000, acc, amHostPinned);
  int* const q = hc::am_alloc(4000, acc, 0);
  if (!p || !q) {
    hc::am_free(p);
    hc::am_free(q);
    throw std::bad_alloc();
  }
  for (int i = 0; i < 1000; ++i) p[i] = i;
  hc::accelerator_view view = acc.get_default_view();
  long long all = 0;
  try {
    view.copy(p, q, 4000);
    hc::parallel_for_each(view, hc::extent<1>(1000), [=](hc::index<1> i) [[hc]] {
      q[i[0]] *= 3;
      p[i[0]] = 0;
    }).wait();
    view.copy(q, p, 4000);
    for (int i = 0; i < 1000; ++i) all += p[i];
  } catch (...) {
    hc::am_free(p);
    hc::am_free(q);
    throw;
  }
  hc::am_free(p);
  hc::am_free(q);
  return all;
}

static long long views_of_an_accelerator(hc::accelerator& acc) {
  hc::accelerator_view first = acc.create_view(), second = acc.create_view();
  std::vector<int> data(1000, 1);
  hc::array_view<int> v(1000, data.data());
  hc::completion_future one =
      hc::parallel_for_each(first, v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += 3; });
  second.create_blocking_marker(one);
  hc::parallel_for_each(second, v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] *= 5; }).wait();
  v.synchronize();
  return sum(data);
}

static long long graph(hc::accelerator& acc) {
  std::vector<int> data(1000, 1);
  hc::accelerator_view view = acc.get_default_view();
  hc::array<int> a(1000, data.begin(), view), b(1000, view);
  hc::task_graph tasks;
  {
    hc::graph_recording recording = tasks.record(view);
    hc::parallel_for_each(view, a.get_extent(), [&a](hc::index<1> i) [[hc]] { a[i] += i[0]; });
    hc::copy_async(a, b);
    hc::parallel_for_each(view, a.get_extent(), [&a, &b](hc::index<1> i) [[hc]] { a[i] += b[i]; });
    recording.end();
  }
  for (int k = 0; k < 3; ++k) tasks.launch();
  hc::copy(a, data.begin());
  return sum(data);
}

int main() {
  for (int round = 0; round < 2; ++round) {
    step("views", views);
    step("arrays", arrays);
    step("pinned", [] {
      hc::accelerator acc;
      return pinned(acc);
    });
    step("queues", [] {
      hc::accelerator acc;
      return views_of_an_accelerator(acc);
    });
    step("graph", [] {
      hc::accelerator acc;
      return graph(acc);
    });
  }
}
