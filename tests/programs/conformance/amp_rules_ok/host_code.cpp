// rows: amp.2.4.3.calls, amp.2.4.3.miscellaneous, amp.2.4.3.names
#include <amp.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

#include "check.hpp"

using namespace concurrency;

// What amp-restricted code may not do, code for the CPU beside it may.
int counter;
int next() {
  static char calls;
  return ++calls;
}
int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
struct shape {
  virtual ~shape() {}
  virtual int sides() const { return 0; }
};
struct square : shape {
  int sides() const override { return 4; }
};
int checked(int n) {
  try {
    if (n < 0) throw std::runtime_error("negative");
  } catch (const std::runtime_error&) {
    return -1;
  }
  return n;
}
int sides(const shape& s) {
  return dynamic_cast<const square*>(&s) && typeid(s) == typeid(square) ? s.sides() : 0;
}

int main() {
  std::vector<int> data(4, 1);
  std::string text = "text";
  int (*call)(int) = factorial;
  std::unique_ptr<shape> s(new square);
  counter = next() + call(3) + checked(-1) + sides(*s);
  array_view<int> v(4, data);
  const int captured = counter;
  parallel_for_each(v.get_extent(), [=](index<1> i) restrict(amp) { v[i] += captured; });
  v.synchronize();
  CHECK(data[3] == 1 + 1 + 6 - 1 + 4);
  CHECK(text.size() == 4);
  return failures();
}
