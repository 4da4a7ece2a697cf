// rows: amp.2.1.members, amp.2.1.static_members
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

class counter {
 public:
  counter(int start) restrict(cpu, amp) : value_(start) {}
  counter(const counter& other) restrict(cpu, amp) : value_(other.value_) {}
  ~counter() restrict(cpu, amp) {}
  counter& operator=(const counter& other) restrict(cpu, amp) {
    value_ = other.value_;
    return *this;
  }
  int get() const restrict(cpu, amp) { return value_; }
  int get_volatile() volatile restrict(cpu, amp) { return value_; }
  int get_cv() const volatile restrict(cpu, amp) { return value_; }
  int get_left() & restrict(cpu, amp) { return value_; }
  int get_right() && restrict(cpu, amp) { return value_ * 2; }
  int get_const_left() const& restrict(cpu, amp) { return value_ + 100; }
  int get_noexcept() const noexcept restrict(cpu, amp) { return value_; }
  int get_noexcept_if() const noexcept(true) restrict(cpu, amp) { return value_; }
  int get_throw() const restrict(cpu, amp) { return value_; }
  static int twice(int x) restrict(cpu, amp) { return x * 2; }
  void add(int n) restrict(cpu, amp);
  int out_of_class() const restrict(cpu, amp);
  static int out_static(int) restrict(amp, cpu);
  operator int() const restrict(cpu, amp) { return value_; }
  explicit operator bool() const restrict(cpu, amp) { return value_ != 0; }

 private:
  int value_;
};

void counter::add(int n) restrict(cpu, amp) { value_ += n; }
int counter::out_of_class() const restrict(cpu, amp) { return value_ - 1; }
int counter::out_static(int x) restrict(amp, cpu) { return x * 3; }

int check_all(int start) restrict(cpu, amp) {
  counter c(start);
  c.add(2);
  counter d = c;
  d = c;
  int sink = 0;
  sink = c.get_volatile();
  int sum = d.get() + sink + c.get_left() + counter(start).get_right() + d.get_const_left();
  sum += c.get_cv() + c.get_noexcept() + c.get_noexcept_if() + c.get_throw() + counter::twice(start);
  sum += c.out_of_class() + counter::out_static(start) + int(c);
  if (c) ++sum;
  return sum;
}

int main() {
  int out[3];
  array_view<int> v(3, out);
  v.discard_data();
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = check_all(i[0] + 1); });
  v.synchronize();
  for (int i = 0; i < 3; ++i) CHECK(out[i] == check_all(i + 1));
  CHECK(check_all(1) == 3 * 10 + 2 + 100 + 2 - 1 + 3 + 1);
  return failures();
}
