// rows: amp.7.function_object
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

struct Fill {
  array_view<int, 1> out;
  int value;
  void operator()(index<1> i) const restrict(amp) { out[i] = value; }
};
template <typename T>
class Scale {
 public:
  Scale(const array_view<T, 1>& v, T factor) : v_(v), factor_(factor) {}
  void operator()(index<1> i) const restrict(amp) { v_[i] = apply(v_[i]); }
  void run() const { parallel_for_each(v_.extent, *this); }

 private:
  T apply(T x) const restrict(amp) { return x * factor_; }
  array_view<T, 1> v_;
  T factor_;
};
class Both {
 public:
  explicit Both(const array_view<int, 1>& v) : v_(v) {}
  void operator()(index<1> i) const restrict(amp) { v_[i] += 1; }
  void operator()(tiled_index<4> t) const restrict(amp) { v_[t.global] += 100; }

 private:
  array_view<int, 1> v_;
};

int main() {
  std::vector<int> data(8);
  array_view<int, 1> v(8, data);
  parallel_for_each(v.extent, Fill{v, 3});
  Scale<int>(v, 5).run();
  Both both(v);
  parallel_for_each(v.extent, both);
  parallel_for_each(v.extent.tile<4>(), both);
  CHECK(v[0] == 116 && v[7] == 116);
  return failures();
}
