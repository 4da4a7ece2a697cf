// rows: hc.programs.whole
#include <deque>
#include <hc.hpp>
#include <hc_am.hpp>
int main() {
  hc::accelerator acc;
  hc::accelerator_view copyq = acc.create_view(), execq = acc.create_view();
  const int chunk = 1 << 10, chunks = 8;
  int* host = hc::am_alloc(chunk * chunks * 4, acc, amHostPinned);
  for (int i = 0; i < chunk * chunks; ++i) host[i] = i;
  int* dev[2];
  for (auto& d : dev) d = hc::am_alloc(chunk * 4, acc, 0);
  hc::completion_future last[2];
  for (int c = 0; c < chunks; ++c) {
    int* d = dev[c & 1];
    if (last[c & 1].valid()) copyq.create_blocking_marker(last[c & 1]);
    hc::completion_future up = copyq.copy_async(host + c * chunk, d, chunk * 4);
    execq.create_blocking_marker(up, hc::accelerator_scope);
    hc::completion_future k = hc::parallel_for_each(
        execq, hc::extent<1>(chunk), [=](hc::index<1> i) [[hc]] { d[i[0]] = d[i[0]] * 2 + 1; });
    copyq.create_blocking_marker({k});
    last[c & 1] = copyq.copy_async(d, host + c * chunk, chunk * 4);
  }
  for (auto& l : last) l.wait();
  copyq.wait();
  execq.wait();
  for (int i = 0; i < chunk * chunks; ++i)
    if (host[i] != 2 * i + 1) return 1;
  for (auto d : dev) hc::am_free(d);
  hc::am_free(host);
  return 0;
}
