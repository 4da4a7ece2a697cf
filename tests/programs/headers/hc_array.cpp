// array of HC: constructors, capture by reference, copies, sections, host access.
#include <cstring>
#include <hc.hpp>
#include <hc_am.hpp>
#include <list>
#include <numeric>
#include <vector>

#include "check.hpp"

static void touch(hc::array<int>& a, int i) [[hc]] { a[i] += 1000; }

struct Holder {
  hc::array<int>& array;
  hc::array_view<int> out;
  void operator()(hc::index<1> i) const [[hc]] { out[i] = array[i]; }
};

static void captures() {
  hc::array<int> a(100), b(100);
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = i[0]; });
  hc::parallel_for_each(a.get_extent(), [&a, &b](hc::index<1> i) [[hc]] { b(i) = 2 * a(i[0]); });
  hc::parallel_for_each(b.get_extent(), [=, &b](hc::index<1> i) [[hc]] { touch(b, i[0]); });
  std::vector<int> got = b;
  for (int i = 0; i < 100; ++i) CHECK(got[i] == 2 * i + 1000);
  std::vector<int> out(100);
  hc::array_view<int> v(100, out);
  hc::parallel_for_each(v.get_extent(), Holder{b, v});
  CHECK(v[50] == 1100);
}

static void constructors() {
  std::vector<int> data(24);
  std::iota(data.begin(), data.end(), 0);
  std::list<int> list(data.begin(), data.end());
  hc::accelerator_view view = hc::accelerator().create_view();
  hc::array<int> a(24, data.begin()), b(24, data.begin(), data.end()),
      c(hc::extent<1>(24), list.begin(), list.end());
  hc::array<int, 2> d(4, 6, data.data()), e(4, 6, data.begin(), data.end(), view), f(4, 6, view);
  hc::array<int, 3> g(2, 3, 4, data.begin());
  hc::array<int> h(24, view, hc::access_type_auto), i(24, data.begin(), view, view);
  CHECK(e.get_accelerator_view() == view && i.get_associated_accelerator_view() == view);
  for (const hc::array<int>* x : {&a, &b, &c, &i}) {
    std::vector<int> got = *x;
    CHECK(got == data);
  }
  std::vector<int> rows = d;
  std::vector<int> planes = g;
  CHECK(rows == data && planes == data && d.get_extent()[1] == 6);
  hc::array_view<const int> source(24, data);
  hc::array<int> from_view(source);
  std::vector<int> got = from_view;
  CHECK(got == data);
  CHECK_THROWS((hc::array<int>(25, data.begin(), data.end())), hc::runtime_exception, "hc::copy: ");
}

static void copies() {
  hc::array<int> a(10);
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = i[0]; });
  hc::array<int> b(a);  // deep
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = -1; });
  std::vector<int> kept = b, changed = a;
  CHECK(kept[9] == 9 && changed[9] == -1);
  hc::array<int> moved(std::move(b));
  hc::parallel_for_each(moved.get_extent(), [&](hc::index<1> i) [[hc]] { moved[i] += 1; });
  kept = moved;
  CHECK(kept[9] == 10);
  a = moved;
  a.copy_to(moved);
  hc::array<int> small(5);
  CHECK_THROWS(a.copy_to(small), hc::runtime_exception, "hc::copy: ");
}

static void parts() {
  hc::array<int, 2> a(8, 8);
  hc::parallel_for_each(a.get_extent(), [&](hc::index<2> i) [[hc]] { a[i] = i[0] * 10 + i[1]; });
  hc::array_view<int, 2> s = a.section(2, 3, 4, 4);
  CHECK(s(3, 3) == 56);
  CHECK(a.section(hc::index<2>(6, 6))(1, 1) == 77);
  hc::array_view<int, 2> whole(a);
  whole(0, 0) = 99;
  hc::array<int> out(8);
  hc::parallel_for_each(out.get_extent(), [&](hc::index<1> i) [[hc]] {
    hc::array_view<int> row = a[i[0]];
    out[i] = row[i] + a(i[0], 0);
  });
  std::vector<int> got = out;
  CHECK(got[0] == 198 && got[7] == 147);
  hc::array<unsigned> bits(4);
  hc::parallel_for_each(bits.get_extent(), [&](hc::index<1> i) [[hc]] { bits[i] = 0x40000000u; });
  CHECK(bits.reinterpret_as<float>()[3] == 2.0f);
  CHECK(bits.view_as(hc::extent<2>(2, 2))(1, 1) == 0x40000000u);
}

static void host_access() {
  hc::array<int> a(4);
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = 7; });
  CHECK(a[3] == 7);
  a[3] = 8;
  std::vector<int> got = a;
  CHECK(got[3] == 8 && a.data()[2] == 7);
}

static void raw_pointer() {
  hc::accelerator acc;
  int* memory = hc::am_alloc(6 * sizeof(int), acc, 0);
  CHECK(memory != nullptr);
  {
    hc::array<int, 2> a(2, 3, static_cast<void*>(memory));
    hc::parallel_for_each(a.get_extent(), [&](hc::index<2> i) [[hc]] { a[i] = i[0] * 3 + i[1]; }).wait();
    CHECK(a.accelerator_pointer() == memory);
  }
  int host[6];
  acc.get_default_view().copy(memory, host, sizeof host);
  for (int i = 0; i < 6; ++i) CHECK(host[i] == i);
  CHECK(hc::am_free(memory) == AM_SUCCESS);
}

int main() {
  captures();
  constructors();
  copies();
  parts();
  host_access();
  raw_pointer();
  return failures();
}
