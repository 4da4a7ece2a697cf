// rows: hc.array.accelerator_pointer
// A pointer of the elements' type to memory that am_alloc gave for a device: the array is over that memory.
#include <hc.hpp>
#include <hc_am.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::accelerator device;
  int* const memory = hc::am_alloc(24 * sizeof(int), device, 0);
  {
    hc::array<int> a(24, memory);
    hc::array<int, 2> b(4, 6, memory);
    hc::array<int, 3> c(hc::extent<3>(2, 3, 4), memory);
    hc::array<int> part(12, memory + 12);
    CHECK(a.accelerator_pointer() == memory && c.accelerator_pointer() == memory);
    hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = i[0]; }).wait();
    hc::parallel_for_each(b.get_extent(), [&](hc::index<2> i) [[hc]] { b[i] += 100; }).wait();
    hc::parallel_for_each(c.get_extent(), [&](hc::index<3> i) [[hc]] { c[i] *= 2; }).wait();
    hc::parallel_for_each(part.get_extent(), [&](hc::index<1> i) [[hc]] { part[i] += 1; }).wait();
  }  // not freed
  std::vector<int> got(24);
  device.get_default_view().copy(memory, got.data(), 24 * sizeof(int));
  CHECK(got[23] == 247 && got[11] == 222 && got[0] == 200);
  CHECK(hc::am_free(memory) == AM_SUCCESS);

  // Memory of the host is a sequence, whose elements are copied.
  int* const pinned = hc::am_alloc(4 * sizeof(int), device, amHostPinned);
  for (int i = 0; i < 4; ++i) pinned[i] = i;
  hc::array<int> copied(4, pinned), other(4, got.data());
  hc::parallel_for_each(copied.get_extent(), [&](hc::index<1> i) [[hc]] { copied[i] += other[i]; }).wait();
  CHECK(pinned[3] == 3 && std::vector<int>(copied)[3] == 3 + got[3]);
  CHECK(hc::am_free(pinned) == AM_SUCCESS);
  return failures();
}
