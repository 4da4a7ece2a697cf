// rows: amp.2.whole_programs
#include <amp.h>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> d(12, 1);
  const std::vector<int> k(12, 2);
  array_view<int, 2> v(3, 4, d);
  array_view<const int, 2> c(3, 4, k);
  array_view<const int, 2> same(v);
  array_view<int, 1> raw(12, d.data());
  parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { v[i] = c[i] + i[0] * 4 + i[1]; });
  v.synchronize();
  CHECK(d[11] == 13 && v(2, 3) == 13 && v[2][3] == 13 && same(0, 1) == 3);
  CHECK(v.section(1, 1, 2, 2)(0, 0) == 7 && v.section(index<2>(1, 2))(0, 0) == 8);
  CHECK(v.section(extent<2>(1, 1)).extent.size() == 1 &&
        v.section(index<2>(2, 0), extent<2>(1, 4))[0][1] == 11);
  v.synchronize_async(access_type_read).get();
  d[0] = 50;
  v.refresh();
  array_view<const int, 2> read = v;
  CHECK(read(0, 0) == 50);
  array_view<int> flat(12, d);
  CHECK(flat.view_as(extent<3>(1, 3, 4))(0, 2, 3) == 13 && flat.reinterpret_as<unsigned>()[11] == 13u);
  CHECK(flat.data()[11] == 13);
  std::vector<int> o(12);
  copy(flat, o.begin());
  copy_async(flat, o.begin()).wait();
  flat.synchronize_to(accelerator().default_view);
  CHECK(o[11] == 13 && (array_view<int, 2>::rank == 2));
  return failures();
}
