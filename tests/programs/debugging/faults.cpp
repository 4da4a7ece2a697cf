// Each kernel does one thing that -hc-check reports, but for the last.
#include <cstdio>
#include <hc.hpp>
#include <vector>

static const hc::extent<1> ten(10), tiles(64);

template <class Domain, class Kernel>
void launch(const char* name, const Domain& domain, const Kernel& kernel) {
  try {
    hc::parallel_for_each(domain, kernel).wait();
    std::printf("%s: none\n.\n", name);
  } catch (const hc::runtime_exception& e) {
    std::printf("%s: %s\n.\n", name, e.what());
  }
}

static int element(const hc::array_view<int>& view, int i) [[hc]] {
  return view[i];  // called
}

int main() {
  hc::array_view<int> view(10), out(64);
  hc::array_view<int, 2> plane(4, 5);
  hc::array<int> array(10);
  launch("view", ten, [=](hc::index<1> i) [[hc]] {
    view[i] = view[i[0] + 1];  // view
  });
  launch("negative", ten, [=](hc::index<1> i) [[hc]] {
    out[i] = view[i - 1];  // negative
  });
  launch("array", ten, [=, &array](hc::index<1> i) [[hc]] {
    array[i[0] + 1] = 1;  // array
  });
  launch("plane", hc::extent<1>(4), [=](hc::index<1> i) [[hc]] {
    plane(i[0], 4 + i[0]) = 1;  // plane
  });
  launch("row", hc::extent<1>(4), [=](hc::index<1> i) [[hc]] {
    plane[i[0] + 1][2] = 1;  // row
  });
  launch("column", hc::extent<1>(1), [=](hc::index<1> i) [[hc]] {
    plane[3][i[0] + 5] = 1;  // column
  });
  launch("section", hc::extent<1>(3), [=](hc::index<1> i) [[hc]] {
    view.section(4, 2)[i] = 1;  // section
  });
  launch("called", ten, [=](hc::index<1> i) [[hc]] { out[i] = element(view, i[0] + 1); });
  launch("missed", tiles.tile(8), [=](hc::tiled_index<1> t) [[hc]] {
    if (t.local[0] < 5) t.barrier.wait();  // missed
    out[t.global] = 1;
  });
  launch("two", tiles.tile(8), [=](hc::tiled_index<1> t) [[hc]] {
    if (t.local[0] < 5)
      t.barrier.wait();  // two
    else
      t.barrier.wait();
    out[t.global] = 1;
  });
  launch("race", tiles.tile(8), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int part[8];
    const int me = t.local[0];
    part[me] = me;                       // race
    out[t.global] = part[(me + 1) % 8];  // other
  });
  hc::tiled_extent<1> dynamic = tiles.tile(8);
  dynamic.set_dynamic_group_segment_size(16);
  launch("dynamic", dynamic, [=](hc::tiled_index<1> t) [[hc]] {
    static_cast<char*>(hc::get_dynamic_group_segment_base_pointer())[3] = 1;  // dynamic
    out[t.global] = 1;
  });
  launch("overrun", tiles.tile(8), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int part[8], behind[8];
    behind[t.local[0]] = 0;
    part[t.local[0] + 8] = 1;  // overrun
    out[t.global] = behind[t.local[0]];
  });
  launch("right", tiles.tile(8), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int part[8], count;
    const int me = t.local[0];
    if (me == 0) count = 0;
    part[me] = me;
    t.barrier.wait();
    hc::atomic_fetch_add(&count, part[(me + 1) % 8]);
    t.barrier.wait();
    part[me] = count;
    out[t.global] = part[me];
  });
}
