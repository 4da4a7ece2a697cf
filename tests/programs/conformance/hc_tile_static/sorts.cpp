// rows: hc.tile_static.forms, hc.library.algorithm
// One work-item sorts what its group has in tile_static memory, short or long, by an order of its own or by
// what else is there.
#include <algorithm>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

using namespace hc;

static int at(int i) [[cpu, hc]] { return i * 29 % 17; }

template <typename T, int count>
static void sorted() {
  array_view<int> least(2 * count), places(2 * count), stable(2 * count);
  parallel_for_each(least.get_extent().tile(count), [=](tiled_index<1> t) [[hc]] {
    tile_static T values[count];
    tile_static T keys[count];
    tile_static int order[count];
    tile_static short kept[count];
    const int i = t.local[0];
    values[i] = keys[i] = T(at(t.global[0]));
    order[i] = i, kept[i] = short(i);
    t.barrier.wait();
    if (i == count / 2) {
      std::sort(values, values + count);
      std::sort(order, order + count, [&](int a, int b) { return keys[a] < keys[b] || (keys[a] == keys[b] && a < b); });
      std::stable_sort(kept, kept + count, [&](short a, short b) { return keys[b] < keys[a]; });
    }
    t.barrier.wait();
    least[t.global] = int(values[i]), places[t.global] = order[i], stable[t.global] = kept[i];
  });
  for (int tile = 0; tile < 2; ++tile) {
    const int first = tile * count;
    std::vector<int> values(count), order(count);
    for (int i = 0; i < count; ++i) values[i] = at(first + i), order[i] = i;
    std::vector<int> kept = order;
    const std::vector<int> keys = values;
    std::sort(values.begin(), values.end());
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
    std::stable_sort(kept.begin(), kept.end(), [&](int a, int b) { return keys[b] < keys[a]; });
    for (int i = 0; i < count; ++i) {
      CHECK(least[first + i] == values[i]);
      CHECK(places[first + i] == order[i]);
      CHECK(stable[first + i] == kept[i]);
    }
  }
}

int main() {
  sorted<int, 3>();
  sorted<int, 4>();
  sorted<int, 8>();
  sorted<unsigned long long, 8>();
  sorted<float, 16>();
  sorted<short, 24>();
  return failures();
}
