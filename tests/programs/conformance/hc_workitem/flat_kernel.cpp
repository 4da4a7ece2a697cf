// rows: hc.workitem.hc
#include <hc.hpp>

#include "check.hpp"

int main() {
  const int n = 777;
  hc::array_view<int> id(n), size(n);
  hc::parallel_for_each(hc::extent<1>(n),
                        [=]() [[hc]] {  // the functions alone say where it is
                          const int i = static_cast<int>(hc_get_workitem_absolute_id(0));
                          id[i] = i;
                          size[i] = static_cast<int>(hc::hc_get_grid_size(0) * hc_get_grid_size(1));
                        })
      .wait();
  for (int i = 0; i < n; ++i) CHECK(id[i] == i && size[i] == n);
  return failures();
}
