// C++ AMP: forms of kernels (lambdas, functors, overloads), where they run, and what the classes refuse.
#include <amp.h>

#include <cstring>
#include <vector>

#include "check.hpp"

using namespace concurrency;

struct Counter {
  array_view<int, 1> out;
  int value;
  void operator()(index<1> i) const restrict(amp) { out[i] = value + i[0]; }
};

struct Both {
  array_view<int, 1> out;
  void operator()(index<1> i) const restrict(amp) { out[i] = 1; }
  void operator()(tiled_index<10> t) const restrict(amp) { out[t.global] = 2; }
};

struct BothConst {  // a launch calls the const one
  array_view<int, 1> out;
  int value;
  void operator()(index<1> i) restrict(amp) { out[i] = value = 0; }
  void operator()(index<1> i) const restrict(amp) { out[i] = value + 1; }
  void operator()(tiled_index<10> t) restrict(amp) { out[t] = value = 0; }
  void operator()(tiled_index<10> t) const restrict(amp) { out[t] = value + 2; }
};

template <class T>
class Scale {
 public:
  Scale(array_view<T, 1> data, T factor) : data_(data), factor_(factor) {}
  void run() { parallel_for_each(data_.extent, *this); }
  void operator()(index<1> i) const restrict(amp) { data_[i] *= factor_; }

 private:
  array_view<T, 1> data_;
  T factor_;
};

static void forms() {
  std::vector<int> data(100);
  array_view<int, 1> v(100, data);
  int sum = 5;
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = sum + i[0]; });
  CHECK(v[0] == 5 && v[99] == 104);
  parallel_for_each(v.extent.tile<10>(), [=](tiled_index<10> t) restrict(amp) { v[t] = sum + t.local[0]; });
  CHECK(v[0] == 5 && v[99] == 14);
  parallel_for_each(v.extent, Counter{v, 3});
  CHECK(v[0] == 3 && v[99] == 102);
  parallel_for_each(v.extent, Both{v});
  CHECK(v[42] == 1);
  parallel_for_each(v.extent.tile<10>(), Both{v});
  CHECK(v[42] == 2);
  parallel_for_each(v.extent, BothConst{v, 10});
  CHECK(v[0] == 11 && v[99] == 11);
  parallel_for_each(v.extent.tile<10>(), BothConst{v, 10});
  CHECK(v[0] == 12 && v[99] == 12);
  Scale<int>(v, 3).run();
  CHECK(v[99] == 36);
  parallel_for_each(v.extent, [](index<1>) restrict(amp){});
  parallel_for_each(
      v.extent, [=](index<1> i) restrict(amp) {
        v[i] = int(amp_get_global_size(0) * 10 + amp_get_global_size(1));
      });
  CHECK(v[0] == 1001 && v[99] == 1001);
}

static void ranks() {
  const int sizes[4] = {3, 2, 5, 4};
  extent<4> e(sizes);
  std::vector<int> data(e.size());
  array_view<int, 4> v(e, data);
  int base = 0;
  parallel_for_each(
      e, [=](index<4> i) restrict(amp) { v[i] = base + ((i[0] * 2 + i[1]) * 5 + i[2]) * 4 + i[3]; });
  v.synchronize();
  bool right = true;
  for (std::size_t i = 0; i < data.size(); ++i) right = right && data[i] == int(i);
  CHECK(right);
}

// Without a view a kernel runs where the arrays are that it holds.
static void places() {
  accelerator here;
  accelerator_view other = here.create_view();
  array<int, 1> a(100, other), b(100, other);
  parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] = i[0]; });
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { b[i] = a[i] + 1; });
  array_view<int, 1> of_b(b);
  parallel_for_each(of_b.extent, [=](index<1> i) restrict(amp) { of_b[i] += 1; });
  std::vector<int> out(100);
  copy(b, out.begin());
  CHECK(out[0] == 2 && out[99] == 101);

  for (accelerator acc : accelerator::get_all()) {
    if (!acc.is_hsa_accelerator() || acc == here) continue;  // only those that run kernels
    accelerator_view there = acc.create_view();
    array<int, 1> c(100, there);
    parallel_for_each(c.extent, [&c](index<1> i) restrict(amp) { c[i] = 2 * i[0]; });
    copy(c, out.begin());
    CHECK(out[99] == 198 && c.accelerator_view == there);
    CHECK_THROWS(parallel_for_each(
                     c.extent, [&a, &c ](index<1> i) restrict(amp) { c[i] = a[i]; }),
                 runtime_exception, "the kernel uses arrays on ");
  }
  array<int, 1> on_cpu(100, accelerator(accelerator::cpu_accelerator).default_view);
  CHECK_THROWS(parallel_for_each(
                   on_cpu.extent, [&on_cpu](index<1> i) restrict(amp) { on_cpu[i] = 1; }),
               runtime_exception, "is not supported on the selected accelerator");
}

static void refused() {
  std::vector<int> small(10);
  const std::vector<int> constant(10);
  CHECK_THROWS((array_view<int, 1>(11, small)), runtime_exception, "fewer elements than the extent");
  CHECK_THROWS((array_view<int, 2>(2, 6, small)), runtime_exception, "fewer elements than the extent");
  CHECK_THROWS((array_view<const int, 2>(extent<2>(11, 1), constant)), runtime_exception,
               "fewer elements than the extent");
  array_view<int, 2> fits(2, 5, small);
  CHECK(fits.extent.size() == 10);
}

int main() {
  forms();
  ranks();
  places();
  refused();
  return failures();
}
