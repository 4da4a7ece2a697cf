// rows: hc.captures.this_object
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

class filter {
 public:
  filter(array_view<int> v, int k) : v_(v), k_(k) {}
  void run() { parallel_for_each(v_.get_extent(), *this).wait(); }
  void run_copy() {
    parallel_for_each(v_.get_extent(), [*this](index<1> i) [[hc]] { v_[i] = step(i[0]) + 1; }).wait();
  }
  void run_self() {
    const filter& self = *this;
    parallel_for_each(v_.get_extent(), [self](index<1> i) [[hc]] { self.v_[i] = self.step(i[0]) + 2; }).wait();
  }
  void operator()(index<1> i) const [[hc]] { v_[i] = step(i[0]); }
  int step(int i) const [[cpu, hc]] { return i * k_; }

 private:
  array_view<int> v_;
  int k_;
};

int main() {
  array_view<int> v(4);
  filter f(v, 5);
  f.run();
  CHECK(v[3] == 15);
  f.run_copy();
  CHECK(v[3] == 16);
  f.run_self();
  CHECK(v[3] == 17);
  return failures();
}
