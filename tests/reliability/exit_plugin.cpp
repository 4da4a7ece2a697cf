// T20's plug-in: kernels in a shared object that is opened and closed while the program runs.
#include <hc.hpp>

/// Starts `count` kernels, each of which adds 1 to every element; waits for them on request.
extern "C" __attribute__((visibility("default"))) void add(int* data, int size, int count, bool wait) {
  static hc::accelerator_view& view = *new hc::accelerator_view(hc::accelerator().create_view());
  hc::completion_future last;
  for (int n = 0; n < count; ++n)
    last = hc::parallel_for_each(view, hc::extent<1>(size), [=](hc::index<1> i) [[hc]] {
      int x = data[i[0]];
      for (int k = 0; k < 300; ++k) x = x * 3 + k;
      data[i[0]] += 1 + (x == 12345 ? 0 : 0);
    });
  if (wait) last.wait();
}

/// The same after other work.
extern "C" __attribute__((visibility("default"))) void add_behind(const hc::completion_future& before,
                                                                  int* data, int size) {
  static hc::accelerator_view& view = *new hc::accelerator_view(hc::accelerator().create_view());
  view.create_blocking_marker(before);
  hc::parallel_for_each(view, hc::extent<1>(size), [=](hc::index<1> i) [[hc]] { data[i[0]] += 1; });
}
