// copy and copy_async of HC between arrays, views, sections and sequences.
#include <cstring>
#include <hc.hpp>
#include <iterator>
#include <list>
#include <numeric>
#include <vector>

#include "check.hpp"

int main() {
  std::vector<int> data(60), back(60, -1);
  std::iota(data.begin(), data.end(), 0);

  hc::array<int, 2> a(6, 10), b(6, 10);
  hc::copy(data.begin(), data.end(), a);
  hc::copy(a, b);
  hc::copy(b, back.begin());
  CHECK(back == data);

  std::vector<int> host(60, 0);
  hc::array_view<int, 2> v(6, 10, host);
  hc::copy(a, v);
  CHECK(v(5, 9) == 59);
  hc::copy(data.begin(), v);
  hc::array_view<const int, 2> constant(v);
  hc::copy(constant, b);
  hc::copy(v, b);
  std::vector<int> small(12, -1);
  hc::copy(v.section(1, 2, 3, 4), small.begin());  // strided: that box only
  CHECK(small[0] == 12 && small[3] == 15 && small[4] == 22 && small[11] == 35);
  hc::copy(small.begin(), small.end(), v.section(3, 6, 3, 4));
  CHECK(v(3, 6) == 12 && v(5, 9) == 35 && v(3, 5) == 35 && v(2, 6) == 26);
  hc::copy(a.section(0, 0, 2, 3), v.section(4, 0, 2, 3));
  CHECK(v(4, 0) == 0 && v(5, 2) == 12 && v(5, 3) == 53);
  hc::copy(v.section(4, 0, 2, 3), b.section(0, 7, 2, 3));
  std::vector<int> flat = b;
  CHECK(flat[7] == 0 && flat[19] == 12 && flat[6] == 6);

  std::list<int> list(60, 0);
  hc::copy(a, list.begin());
  CHECK(list.back() == 59);
  hc::array<int> from_list(60);
  hc::copy(list.begin(), list.end(), from_list);
  std::vector<int> appended;
  hc::copy(from_list, std::back_inserter(appended));
  CHECK(appended == data);

  hc::array<int, 3> cube(3, 4, 5, data.begin());
  std::vector<int> box(2 * 2 * 2);
  hc::copy(cube.section(1, 1, 1, 2, 2, 2), box.begin());
  CHECK(box[0] == 26 && box[1] == 27 && box[2] == 31 && box[4] == 46 && box[7] == 52);

  hc::array<int> c(60);
  hc::completion_future in = hc::copy_async(data.begin(), data.end(), c);
  in.wait();
  hc::parallel_for_each(c.get_extent(), [&](hc::index<1> i) [[hc]] { c[i] += 1; });
  std::fill(back.begin(), back.end(), -1);
  hc::completion_future out = hc::copy_async(c, back.begin());
  out.get();
  CHECK(back[0] == 1 && back[59] == 60);
  std::list<int> later(60, 0);
  hc::copy_async(c, later.begin()).wait();
  CHECK(later.front() == 1 && later.back() == 60);
  hc::array<int> d(60);
  hc::copy_async(c, d).wait();
  hc::array_view<int> fresh(60);  // no storage yet
  hc::copy(d, fresh);
  CHECK(fresh[59] == 60);
  hc::array_view<int> never(8);
  std::vector<int> zeros(8, 1);
  hc::copy(never, zeros.begin());
  CHECK(zeros == std::vector<int>(8, 0));

  const int sizes[4] = {2, 3, 2, 5};
  hc::array<int, 4> e{hc::extent<4>(sizes)};
  hc::copy(data.begin(), data.end(), e);
  std::vector<int> four = e;
  CHECK(four == data);

  CHECK_THROWS(hc::copy(data.begin(), data.begin(), c), hc::runtime_exception, "hc::copy: ");
  CHECK_THROWS(hc::copy(data.begin(), data.begin() + 5, c), hc::runtime_exception, "hc::copy: ");
  return failures();
}
