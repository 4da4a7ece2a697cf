// rows: amp.2.4.1.compound
// Classes with nothing to load or store need no alignment: function objects beside and within one another.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct Increment {
  int operator()(int x) const restrict(cpu, amp) { return x + 1; }
};

struct Twice {
  int operator()(int x) const restrict(cpu, amp) { return 2 * x; }
};

template <class... F>
struct Chain {
  int operator()(int x) const restrict(cpu, amp) { return x; }
};

template <class F, class... Rest>
struct Chain<F, Rest...> {
  F first;
  Chain<Rest...> rest;
  int operator()(int x) const restrict(cpu, amp) { return rest(first(x)); }
};

struct Both : Increment, Twice {
  int operator()(int x) const restrict(cpu, amp) { return Increment::operator()(Twice::operator()(x)); }
};

struct Held {
  Increment before;
  Both both;  // two bytes, and no value
  Chain<Increment, Twice> chain;
  int offset;
};

int main() {
  std::vector<int> values(8);
  array_view<int> v(8, values);
  Chain<Increment, Twice, Increment> chain;
  Held held;
  held.offset = 100;
  parallel_for_each(v.get_extent(), [=](index<1> i) restrict(amp) {
    v[i] = held.before(chain(i[0])) + held.both(i[0]) + held.chain(i[0]) + held.offset;
  });
  for (int i = 0; i < 8; ++i) {
    if (v[i] != (2 * (i + 1) + 2) + (2 * i + 1) + 2 * (i + 1) + 100) {
      return 1;
    }
  }
  return 0;
}
