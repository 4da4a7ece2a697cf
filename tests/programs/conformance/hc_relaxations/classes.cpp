// rows: hc.language.virtual_base, hc.language.virtual_functions, hc.language.inheritance
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

struct top {
  int t;
};
struct left : virtual top {
  int l;
};
struct right : virtual top {
  int r;
};
struct diamond : left, right {
  int d;
};
struct one {
  int a;
  int get() const [[cpu, hc]] { return a; }
};
struct two {
  int b;
  int get() const [[cpu, hc]] { return b; }
};
struct multiple : one, private two {
  int c;
  using one::get;
  void set(int x) [[cpu, hc]] { a = x, b = x * 2, c = x * 3; }
  int second() const [[cpu, hc]] { return two::get(); }
};
struct shape {
  int size;
  explicit shape(int s) [[cpu, hc]] : size(s) {}
  virtual int area() const [[cpu, hc]] { return size; }
};
struct square : shape {
  explicit square(int s) [[cpu, hc]] : shape(s) {}
  int area() const [[cpu, hc]] override { return size * size; }
};

int all(int i) [[cpu, hc]] {
  diamond d;
  d.t = i;
  d.l = 1;
  d.r = 2;
  d.d = 3;
  left& as_left = d;
  multiple m;
  m.set(i);
  square s(i);
  shape plain(i);
  return as_left.t + d.l + d.r + d.d + m.get() + m.second() + m.c + s.area() + plain.area() + s.shape::area();
}

int main() {
  array_view<int> v(4);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] { v[i] = all(i[0]); }).wait();
  for (int i = 0; i < 4; ++i) CHECK(v[i] == all(i));
  return failures();
}
