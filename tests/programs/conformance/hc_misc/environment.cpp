// rows: hc.environment.SERIALIZE_KERNEL, hc.environment.SERIALIZE_COPY, hc.environment.DEFAULT_GPU
#include <cstdlib>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

int main() {
  setenv("HCC_SERIALIZE_KERNEL", "3", 1);
  setenv("HCC_SERIALIZE_COPY", "3", 1);
  setenv("HCC_DEFAULT_GPU", "0", 1);  // HCPY_DEFAULT_ACCELERATOR comes first
  std::vector<int> data(1000, 1);
  hc::array<int> a(1000, data.begin());
  hc::completion_future done =
      hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] += i[0]; });
  CHECK(done.is_ready());  // the launch has waited
  hc::copy(a, data.begin());
  CHECK(data[999] == 1000);
  return failures();
}
