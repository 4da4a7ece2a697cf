// parallel_for_each of HC in all its forms: parameters, function objects, ranks, empty and wrong extents.
#include <cstring>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

struct Adder {
  hc::array_view<int> out;
  int value;
  void operator()(hc::index<1> i) const [[hc]] { out[i] += value; }
};

// Called with the parameter that the launch makes.
struct Both {
  hc::array_view<int> out;
  void operator()(hc::index<1> i) const [[hc]] { out[i] = 1; }
  void operator()(hc::tiled_index<1> i) const [[hc]] { out[i.global] = 2; }
};

template <class T>
struct Scale {
  hc::array_view<T> out;
  T factor;
  hc::completion_future run() { return hc::parallel_for_each(out.get_extent(), *this); }
  void operator()(hc::index<1>& i) const [[hc]] { out[i] *= factor; }
};

static void parameters() {
  std::vector<int> data(100, 0);
  hc::array_view<int> v(100, data);
  hc::extent<1> e(100);
  hc::parallel_for_each(e, [=](hc::index<1> i) [[hc]] { v[i] += 1; });
  hc::parallel_for_each(e, [=](hc::index<1>& i) [[hc]] { v[i] += 10; });
  hc::parallel_for_each(e, [=](const hc::index<1>& i) [[hc]] { v[i] += 100; });
  hc::parallel_for_each(e, [=](auto i) [[hc]] { v[i] += 1000; });
  hc::parallel_for_each(e, [=]() [[hc]] { hc::atomic_fetch_add(&v[0], 1); });
  hc::parallel_for_each(e, [] [[hc]] (hc::index<1>) {});
  hc::parallel_for_each(e, Adder{v, 10000});
  int step = 5;
  hc::parallel_for_each(e, [=](hc::index<1> i) mutable [[hc]] {
    step += i[0];
    v[i] += step;
  });
  for (int i = 1; i < 100; ++i) CHECK(v[i] == 11111 + 5 + i);
  CHECK(v[0] == 11111 + 100 + 5);

  hc::parallel_for_each(e, Both{v});
  CHECK(v[7] == 1);
  hc::parallel_for_each(e.tile(10), Both{v});
  CHECK(v[7] == 2);
  hc::parallel_for_each(e.tile(10), [=](hc::index<1> i) [[hc]] { v[i] = 3 * i[0]; });
  CHECK(v[99] == 297);
  Scale<int>{v, 2}.run().wait();
  CHECK(v[99] == 594);
}

static void ranks() {
  std::vector<int> data(5 * 7 * 11, 0);
  hc::array_view<int, 2> a(35, 11, data);
  hc::parallel_for_each(a.get_extent(), [=](hc::index<2> i) [[hc]] { a[i] = i[0] * 1000 + i[1]; });
  CHECK(a(34, 10) == 34010 && a(3, 0) == 3000);
  hc::array_view<int, 3> b(5, 7, 11, data);
  hc::parallel_for_each(b.get_extent(),
                        [=](hc::index<3> i) [[hc]] { b[i] = i[0] * 10000 + i[1] * 100 + i[2]; });
  CHECK(b(4, 6, 10) == 40610 && b(1, 2, 3) == 10203);

  const int sizes[5] = {2, 3, 4, 5, 6};
  hc::extent<5> e(sizes);
  std::vector<int> five(e.size(), -1);
  hc::array_view<int, 5> c(e, five);
  hc::parallel_for_each(
      e, [=](hc::index<5> i) [[hc]] { c[i] = (((i[0] * 3 + i[1]) * 4 + i[2]) * 5 + i[3]) * 6 + i[4]; });
  c.synchronize();
  bool right = true;
  for (std::size_t k = 0; k < five.size(); ++k) right = right && five[k] == int(k);
  CHECK(right);
}

static void shapes() {
  for (int n : {1, 2, 7, 63, 64, 65, 255, 257, 1021, 100003}) {
    std::vector<int> data(n, 0);
    hc::array_view<int> v(n, data);
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += i[0] + 1; });
    v.synchronize();
    bool right = true;
    for (int i = 0; i < n; ++i) right = right && data[i] == i + 1;
    CHECK(right);
  }
  const int shapes[][2] = {{1, 8192}, {8192, 1}, {7, 63}, {131, 17}};
  for (const auto& s : shapes) {
    std::vector<int> data(s[0] * s[1], 0);
    hc::array_view<int, 2> v(s[0], s[1], data);
    const int width = s[1];
    hc::parallel_for_each(v.get_extent(), [=](hc::index<2> i) [[hc]] { v[i] += i[0] * width + i[1]; });
    v.synchronize();
    bool right = true;
    for (int i = 0; i < s[0] * s[1]; ++i) right = right && data[i] == i;
    CHECK(right);
  }
}

static void empty_and_wrong() {
  auto nothing = [](hc::index<1>) [[hc]] {};
  hc::completion_future none = hc::parallel_for_each(hc::extent<1>(0), nothing);
  CHECK(!none.valid() && !none.is_ready());
  none.wait();
  hc::parallel_for_each(hc::extent<2>(0, 5), [](hc::index<2>) [[hc]] {}).wait();
  hc::parallel_for_each(hc::extent<1>(0).tile(0), [](hc::tiled_index<1>) [[hc]] {}).wait();
  CHECK_THROWS(hc::parallel_for_each(hc::extent<1>(-1), nothing), hc::invalid_compute_domain,
               "Extent is less than 0.");
  hc::accelerator_view cpu = hc::accelerator(L"cpu").get_default_view();
  CHECK_THROWS(
      hc::parallel_for_each(cpu, hc::extent<1>(4), nothing), hc::runtime_exception,
      "concurrency::parallel_for_each is not supported on the selected accelerator \"CPU accelerator\".");
}

static void empty_captures() {
  struct Nothing {};
  struct Nested {
    Nothing none;
    char small;
    struct {
      short a;
      double b;
    } inner[2];
  };
  Nested n{{}, 3, {{4, 0.5}, {5, 1.5}}};
  Nothing none;
  std::vector<double> out(1);
  hc::array_view<double> v(1, out);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1> i) [[hc]] {
    static_cast<void>(none);
    v[i] = n.small + n.inner[0].a + n.inner[1].a + n.inner[0].b + n.inner[1].b;
  });
  CHECK(v[0] == 14.0);
}

static void large_capture() {
  struct Table {
    int values[1500];  // larger than a kernel parameter may be
  } table;
  for (int i = 0; i < 1500; ++i) table.values[i] = 3 * i;
  std::vector<int> out(1500);
  hc::array_view<int> v(1500, out);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = table.values[i[0]] + 1; });
  CHECK(v[0] == 1 && v[1499] == 4498);
}

int main() {
  parameters();
  ranks();
  shapes();
  empty_and_wrong();
  empty_captures();
  large_capture();
  return failures();
}
