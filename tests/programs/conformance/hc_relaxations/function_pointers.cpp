// rows: hc.annotations.function_types
#include <hc.hpp>

#include "check.hpp"

int more(int x) { return x + 1; }
int twice(int x) { return x * 2; }
int negative(int x) { return -x; }
int (*const table[])(int) = {more, twice, negative};

template <class Function>
int applied(Function* functions, int times, int x) {
  for (int n = 0; n < times; ++n) x = functions[n % 3](x);
  return x;
}

struct Machine;
using Step = bool (*)(Machine&);
struct Machine {
  Step next;
  int left;
  int sum;
};
bool doubles(Machine& machine);
bool adds(Machine& machine) {
  machine.sum += 1;
  machine.next = doubles;
  return machine.left-- > 0;
}
bool doubles(Machine& machine) {
  machine.sum *= 2;
  machine.next = adds;
  return machine.left-- > 0;
}

struct Base {
  int v;
  int plus(int x) const { return v + x; }
  int minus(int x) const { return v - x; }
  virtual int times(int x) const { return v * x; }
};
struct Derived : Base {
  int times(int x) const override { return v * x + 1; }
};

int member(int x) {
  int (Base::*pointer)(int) const = x % 3 == 0 ? &Base::plus : x % 3 == 1 ? &Base::minus : &Base::times;
  Base base{};
  Derived derived{};
  base.v = 5;
  derived.v = 6;
  const Base* object = x & 1 ? &base : &derived;
  return (object->*pointer)(x);
}

int stepped(int x) {
  Machine machine{x & 1 ? adds : doubles, x % 9, 1};
  while (machine.next(machine)) {
  }
  return machine.sum;
}

int maybe(int x) {
  int (*pointer)(int) = x % 4 ? more : nullptr;
  return pointer ? pointer(x) + (pointer == more) : -7;
}

int changed(int x) {
  int (*local[3])(int) = {more, twice, negative};
  if (x & 1) local[0] = twice;
  return applied(local, x % 7, x) + table[x % 3](x);
}

int main() {
  const int n = 100;
  hc::array_view<int, 2> v(n, 4);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    v(i[0], 0) = member(i[0]);
    v(i[0], 1) = stepped(i[0]);
    v(i[0], 2) = maybe(i[0]);
    v(i[0], 3) = changed(i[0]);
  });
  int wrong = 0;
  for (int x = 0; x < n; ++x)
    wrong += v(x, 0) != member(x) || v(x, 1) != stepped(x) || v(x, 2) != maybe(x) || v(x, 3) != changed(x);
  CHECK(wrong == 0);
  return failures();
}
