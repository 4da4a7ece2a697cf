// rows: hc.accelerator_view.copy, hc.accelerator_view.copy_ext
#include <hc.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::accelerator_view view = hc::accelerator().create_view();
  hc::array<int> a(256, view), b(256, view);
  std::vector<int> data(256, 5), out(256);
  view.copy(data.data(), a.accelerator_pointer(), 256 * sizeof(int));
  hc::completion_future moved =
      view.copy_async(a.accelerator_pointer(), b.accelerator_pointer(), 256 * sizeof(int));
  hc::parallel_for_each(view, b.get_extent(),
                        [&](hc::index<1> i) [[hc]] { b[i] += i[0]; });  // after the copy
  moved.wait();
  view.copy_ext(b.accelerator_pointer(), out.data(), 256 * sizeof(int), hc::hcMemcpyDeviceToHost);
  CHECK(out[255] == 260 && out[0] == 5);
  hc::completion_future back =
      view.copy_async_ext(data.data(), b.accelerator_pointer(), 16, hc::hcMemcpyHostToDevice);
  back.wait();
  view.copy(b.accelerator_pointer(), out.data(), 32);
  CHECK(out[3] == 5 && out[4] == 9);
  return failures();
}
