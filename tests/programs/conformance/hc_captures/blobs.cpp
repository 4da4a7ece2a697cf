// rows: hc.captures.structs
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

struct empty {};
struct small {
  char c;
  short s;
  bool b;
  unsigned char bytes[3];
};
struct nested {
  small items[2];
  empty nothing;
  struct {
    int x, y;
  } inner;
  double d;
};
struct base {
  short from_base;
};
struct middle : base, empty {
  char own;
};
struct derived : middle {
  int last;
};
struct big {
  int values[1500];
};
template <typename T>
struct wrapper {
  T v;
  T get() const { return v; }
};

int main() {
  array_view<int> v(16);
  small s = {'a', -2, true, {1, 2, 3}};
  nested n = {{s, {'b', 7, false, {4, 5, 6}}}, {}, {8, 9}, 0.5};
  derived d;
  d.from_base = 10;
  d.own = 11;
  d.last = 12;
  char letters[5] = "wxyz";
  bool flags[2][2] = {{true, false}, {false, true}};
  wrapper<wrapper<short>> w = {{13}};
  empty e;
  big b;
  for (int i = 0; i < 1500; ++i) b.values[i] = i;
  const char* const text = "host";
  (void)text;
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] {
    empty copy = e;
    (void)copy;
    int k = 0;
    v[k++] = s.c - 'a' + s.s + s.b + s.bytes[2];
    v[k++] = n.items[1].c - 'a' + n.items[1].s + n.items[1].bytes[0] + n.inner.y + int(n.d * 2);
    v[k++] = d.from_base + d.own + d.last;
    v[k++] = letters[3] - 'a';
    v[k++] = flags[0][0] * 10 + flags[1][0] + flags[1][1];
    v[k++] = w.get().get();
  }).wait();
  const int expected[] = {2, 1 + 7 + 4 + 9 + 1, 33, 25, 11, 13};
  for (int i = 0; i < 6; ++i) CHECK(v[i] == expected[i]);
  parallel_for_each(extent<1>(16), [=](index<1> i) [[hc]] { v[i] = b.values[1499 - i[0]]; }).wait();
  CHECK(v[0] == 1499 && v[15] == 1484);
  return failures();
}
