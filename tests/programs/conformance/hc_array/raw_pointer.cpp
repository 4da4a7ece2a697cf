// rows: hc.array.accelerator_pointer
#include <hc.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::array<int> owner(24);
  int* const memory = owner.accelerator_pointer();
  {
    hc::array<int> a(24, static_cast<void*>(memory));
    hc::array<int, 2> b(4, 6, static_cast<void*>(memory));
    hc::array<int, 3> c(hc::extent<3>(2, 3, 4), static_cast<void*>(memory));
    hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = i[0]; }).wait();
    hc::parallel_for_each(b.get_extent(), [&](hc::index<2> i) [[hc]] { b[i] += 100; }).wait();
    hc::parallel_for_each(c.get_extent(), [&](hc::index<3> i) [[hc]] { c[i] *= 2; }).wait();
    CHECK(c.accelerator_pointer() == memory);
  }  // not freed
  std::vector<int> got(24);
  owner.get_accelerator_view().copy(memory, got.data(), 24 * sizeof(int));
  CHECK(got[23] == 246 && got[0] == 200);
  return failures();
}
