// rows: hc.language.address_spaces
// Accesses at address 0 that nobody comes to, beside pointers to group memory and to an array.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

int main() {
  constexpr int items = 64, tile = 16;
  std::vector<int> values(items), results(items);
  for (int i = 0; i < items; ++i) values[i] = i * 7 % 50;
  {
    hc::array_view<const int, 1> value(items, values);
    hc::array_view<int, 1> result(items, results);
    hc::parallel_for_each(hc::extent<1>(items).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static int cells[tile];
      const int i = t.global[0], l = t.local[0];
      cells[l] = value[i];
      t.barrier.wait();
      int* const nowhere = nullptr;
      int* to = value[i] & 1 ? &cells[l] : &result[i];
      if (value[i] > 1000) *nowhere = i;
      if (value[i] < -1000) result[i] = *nowhere;
      *to = i + 7;
      t.barrier.wait();
      if (value[i] & 1) result[i] = cells[l] * 3;
    });
  }
  for (int i = 0; i < items; ++i) CHECK(results[i] == (values[i] & 1 ? (i + 7) * 3 : i + 7));
  return failures();
}
