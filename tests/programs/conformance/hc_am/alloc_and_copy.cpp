// rows: hc.am.am_alloc, hc.am.am_free, hc.am.am_copy, hc.am.auto_voidp
#include <hc.hpp>
#include <hc_am.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::accelerator acc;
  hc::accelerator_view view = acc.get_default_view();
  const int n = 500;
  std::vector<int> host(n, 3), back(n);
  int* in = hc::am_alloc(n * sizeof(int), acc, 0);  // converts to any pointer
  auto out = static_cast<int*>(hc::am_alloc(n * sizeof(int), acc, 0));
  CHECK(in && out && in != out);
  CHECK(hc::am_copy(in, host.data(), n * sizeof(int)) == AM_SUCCESS);
  hc::parallel_for_each(view, hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { out[i[0]] = in[i[0]] * i[0]; });
  view.wait();
  CHECK(hc::am_copy(back.data(), out, n * sizeof(int)) == AM_SUCCESS);
  for (int i = 0; i < n; ++i) CHECK(back[i] == 3 * i);
  CHECK(static_cast<char*>(hc::am_alloc(0, acc, 0)) == nullptr);
  CHECK(static_cast<char*>(hc::am_alloc(std::size_t(1) << 60, acc, 0)) == nullptr);
  CHECK(hc::am_free(in) == AM_SUCCESS && hc::am_free(out) == AM_SUCCESS);
  CHECK(hc::am_free(host.data()) == AM_ERROR_MISC && AM_SUCCESS == 0 && AM_ERROR_MISC == -1);
  CHECK(hc::am_alloc(0, acc, 0) == nullptr && !(hc::am_alloc(0, acc, 0) != nullptr));
  return failures();
}
