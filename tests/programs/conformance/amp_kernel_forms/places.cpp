// rows: amp.2.4.places
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

class worker {
 public:
  explicit worker(int n) : data_(n) {
    array_view<int> v(n, data_);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0]; });
    v.synchronize();
  }
  ~worker() {
    array_view<int> v(int(data_.size()), data_);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = -1; });
    v.synchronize();
    last = data_[0];
  }
  void add(int k) {
    array_view<int> v(int(data_.size()), data_);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += k; });
  }
  static int sum(const std::vector<int>& in) {
    array_view<const int> a(int(in.size()), in);
    array_view<int> out(1);
    parallel_for_each(out.extent, [=](index<1> o) restrict(amp) {
      int s = 0;
      for (int i = 0; i < a.extent[0]; ++i) s += a[i];
      out[o] = s;
    });
    return out[0];
  }
  int total() const { return sum(data_); }
  operator int() const {
    int result = 0;
    array_view<int> v(1, &result);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 99; });
    v.synchronize();
    return result;
  }
  static int last;

 private:
  std::vector<int> data_;
};
int worker::last = 0;

namespace {
int hidden() {
  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
  return v[0];
}
namespace inner {
static inline int deep() {
  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 2; });
  return v[0];
}
}  // namespace inner
}  // namespace

int with_default(int x = [] {
  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 3; });
  return v[0];
}()) {
  return x;
}
int at_start = [] {
  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 4; });
  return v[0];
}();
#define SET(view, value) parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = value; })
int recursive(int n) {
  if (n == 0) return 0;
  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = n; });
  return v[0] + recursive(n - 1);
}
template <int N>
int recursive_template() {
  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = N; });
  return v[0] + recursive_template<N - 1>();
}
template <>
int recursive_template<0>() {
  return 0;
}

int main() {
  {
    worker w(5);
    CHECK(w.total() == 10);
    w.add(2);
    CHECK(w.total() == 20 && int(w) == 99);
  }
  CHECK(worker::last == -1);
  CHECK(hidden() == 1 && inner::deep() == 2 && with_default() == 3 && with_default(7) == 7 && at_start == 4);
  array_view<int> a(2), b(2);
  SET(a, 5), SET(b, 6);
  parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] += 1; }); parallel_for_each(b.extent, [=](index<1> i) restrict(amp) { b[i] += 2; });
  CHECK(a[0] == 6 && b[1] == 8);
  CHECK(recursive(4) == 10 && recursive_template<5>() == 15);
  for (int k = 0; k < 3; ++k) {
    if (k == 1)
      parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = k; });
    else
      parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = -k; });
    CHECK(a[0] == (k == 1 ? 1 : -k));
  }
  switch (a[0]) {
    case -2:
      parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = 30; });
      break;
    default:
      break;
  }
  try {
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] += 1; });
  } catch (...) {
    CHECK(false);
  }
  CHECK(a[0] == 31);
  return failures();
}
