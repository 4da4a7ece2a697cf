// rows: hc.annotations.members
#include <hc.hpp>

#include "check.hpp"

class counter {
 public:
  counter(int start) [[cpu, hc]] : value_(start) {}
  [[hc]] [[cpu]] counter(const counter& o) : value_(o.value_) {}
  ~counter() [[cpu]] [[hc]] {}
  counter& operator=(const counter& o) [[cpu, hc]] {
    value_ = o.value_;
    return *this;
  }
  [[cpu, hc]] int front() const { return value_; }
  int get() const [[cpu, hc]] { return value_; }
  int get_noexcept() const noexcept [[hc]] [[cpu]] { return value_; }
  int get_left() & [[cpu, hc]] { return value_; }
  int get_volatile() const volatile [[cpu, hc]] { return value_; }
  static int twice(int x) [[hc]] [[cpu]] { return x * 2; }
  [[cpu, hc]] static int thrice(int x) { return x * 3; }
  void add(int n) [[cpu, hc]];
  int out() const __attribute__((hc)) __attribute__((cpu));
  int operator()(int x) const [[cpu, hc]] { return value_ + x; }
  int operator[](int x) const restrict(cpu, amp) { return value_ * x; }
  operator int() const [[cpu, hc]] { return value_; }
  friend counter operator+(const counter& a, const counter& b) [[cpu, hc]] { return counter(a.value_ + b.value_); }
  friend counter operator-(const counter& a, const counter& b) [[cpu, hc]];
  [[cpu, hc]] friend bool operator==(const counter& a, const counter& b) { return a.value_ == b.value_; }
  auto trailing() const [[cpu, hc]] -> int { return value_; }
  template <typename T>
  [[cpu, hc]] T as() const {
    return T(value_);
  }

 private:
  int value_;
};
void counter::add(int n) [[cpu, hc]] { value_ += n; }
int counter::out() const { return value_ - 1; }
counter operator-(const counter& a, const counter& b) [[cpu, hc]] { return counter(a.value_ - b.value_); }

int all(int x) [[cpu, hc]] {
  counter a(x), b(a);
  b.add(2);
  a = a + b - counter(1);
  return a.get() + a.front() + a.get_noexcept() + a.get_left() + a.get_volatile() + counter::twice(x) +
         counter::thrice(x) + a.out() + a(1) + a[2] + int(a) + (a == b) + a.trailing() + a.as<int>();
}

int main() {
  hc::array_view<int> v(3);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = all(i[0]); }).wait();
  for (int i = 0; i < 3; ++i) CHECK(v[i] == all(i));
  CHECK(all(1) == 5 * 3 + 2 + 3 + 2 + 4 + 6 + 3 + 1 + 3 + 3);
  return failures();
}
