// HC: one buffer under many views: aliases, lives of views, boxes of three dimensions, device-only arrays.
#include <cstring>
#include <hc.hpp>
#include <memory>
#include <vector>

#include "check.hpp"

static void aliases() {
  std::vector<int> data(60, 0);
  hc::array_view<int> v(60, data);
  hc::array_view<int> copy(v), tail = v.section(hc::index<1>(30));
  hc::array_view<int, 2> rows = v.view_as(hc::extent<2>(6, 10));
  hc::array_view<float> floats = v.reinterpret_as<float>();
  hc::array_view<const int> read(v);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { copy[i] = i[0]; });
  CHECK(v[59] == 59 && tail[0] == 30 && rows(5, 9) == 59 && read[7] == 7);
  hc::parallel_for_each(tail.get_extent(), [=](hc::index<1> i) [[hc]] { tail[i] += v[i]; });
  CHECK(rows(3, 0) == 30 && rows(5, 9) == 59 + 29);
  rows(0, 1) = 1000;
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] { floats[2] = 1.0f + float(v[1]); });
  CHECK(v[1] == 1000 && floats[2] == 1001.0f && tail[29] == 88);

  hc::array<int> a(60);
  hc::array_view<int> one(a), two = one.section(10, 20);
  hc::parallel_for_each(two.get_extent(), [=](hc::index<1> i) [[hc]] { two[i] = i[0]; });
  hc::parallel_for_each(a.get_extent(), [&a](hc::index<1> i) [[hc]] { a[i] += 1; });
  CHECK(one[29] == 20 && two[0] == 1);
  one[10] = 77;
  std::vector<int> out = a;
  CHECK(out[10] == 77 && out[29] == 20);
}

static void lives() {
  auto data = std::make_unique<std::vector<int>>(1000, 1);
  {
    hc::array_view<int> kept;
    {
      hc::array_view<int> v(1000, *data);
      hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += i[0]; });
      kept = v.section(500, 10);  // a part keeps all of it
    }
    CHECK(kept[0] == 501);
  }
  CHECK((*data)[0] == 1 && (*data)[999] == 1000);
  {
    hc::array_view<const int> v(1000, *data);
    std::vector<int> other(1000);
    hc::array_view<int> w(1000, other);
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { w[i] = v[i]; });
    CHECK(w[999] == 1000);
  }
  data.reset();  // no work touches it any more
  hc::accelerator().get_default_view().wait();

  hc::array_view<int> fresh(100);
  std::vector<int> source(100, 4);
  hc::copy(source.begin(), source.end(), fresh);
  CHECK(fresh[99] == 4);
  hc::array_view<int, 2> box(10, 10);
  hc::copy(fresh.section(0, 6).view_as(hc::extent<2>(2, 3)), box.section(3, 3, 2, 3));
  CHECK(box(3, 3) == 4 && box(4, 5) == 4 && box(4, 6) == 0 && box(2, 3) == 0);
}

static void containers() {
  std::vector<int> small(10);
  CHECK_THROWS((hc::array_view<int>(11, small)), hc::runtime_exception, "fewer elements than the extent");
  CHECK_THROWS((hc::array_view<const int, 2>(3, 4, small)), hc::runtime_exception,
               "fewer elements than the extent");
}

static void boxes() {
  std::vector<int> data(4 * 5 * 6), other(3 * 7 * 8, -1);
  for (int i = 0; i < 120; ++i) data[i] = i;
  hc::array_view<int, 3> a(4, 5, 6, data);
  hc::array<int, 3> b(3, 7, 8, other.begin());
  const hc::extent<3> size(2, 3, 4);
  hc::array_view<int, 3> from = a.section(hc::index<3>(1, 2, 1), size);
  hc::copy(from, b.section(hc::index<3>(1, 3, 2), size));
  other = b;
  int moved = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 7; ++j)
      for (int k = 0; k < 8; ++k) {
        const bool in = i >= 1 && j >= 3 && j < 6 && k >= 2 && k < 6;
        const int want = in ? (i * 5 + j - 1) * 6 + k - 1 : -1;
        moved += other[(i * 7 + j) * 8 + k] == want;
      }
  CHECK(moved == 3 * 7 * 8);
  hc::parallel_for_each(size, [=](hc::index<3> i) [[hc]] { from[i] = -from[i]; });
  hc::array_view<int> line = a[1][2];
  hc::array_view<int, 2> plane = a[2];
  CHECK(line.get_extent()[0] == 6 && line[0] == 42 && line[1] == -43 && line[4] == -46 && line[5] == 47);
  CHECK(plane(4, 4) == -88 && plane(0, 0) == 60 && from[1][2][3] == -88 && from[0](0)[0] == -43);
  hc::parallel_for_each(hc::extent<1>(5), [=](hc::index<1> i) [[hc]] {
    hc::array_view<int> mine = a[3][i[0]];
    a[0][i[0]][5] = mine[2];
  });
  CHECK(a(0, 4, 5) == 116);
}

static void device_only() {
  hc::accelerator_view view = hc::accelerator().get_default_view();
  hc::array<int> a(8, view, hc::access_type_none), b(8, view, hc::access_type_read);
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] {
    a[i] = i[0];
    b[i] = i[0] + 1;
  });
  const char* const text = "The array is not accessible on CPU.";
  CHECK(a.get_cpu_access_type() == hc::access_type_none && a.data() == nullptr);
  CHECK_THROWS(a[0] = 1, hc::runtime_exception, text);
  CHECK_THROWS(a(3) = 1, hc::runtime_exception, text);
  CHECK_THROWS(b[0] = 1, hc::runtime_exception, text);
  const hc::array<int>& constant = b;
  CHECK(constant[7] == 8);
  std::vector<int> out = a;
  CHECK(out[7] == 7);
}

int main() {
  aliases();
  lives();
  containers();
  boxes();
  device_only();
  return failures();
}
