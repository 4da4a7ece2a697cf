// rows: amp.5.1.capture
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

struct Adder {
  array<int, 1>& target;
  const array<int, 1>& source;
  int factor;
  void operator()(index<1> i) const restrict(amp) { target[i] += factor * source[i]; }
};
struct Owner {
  array<int, 1> values;
  explicit Owner(int n) : values(n) {}
  void fill(int v) {
    array<int, 1>& mine = values;
    parallel_for_each(mine.extent, [&mine, v ](index<1> i) restrict(amp) { mine[i] = v; });
  }
};
static void add_one(array<int, 1>& a) {
  parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] += 1; });
}

int main() {
  Owner first(5), second(5);
  first.fill(2);
  second.fill(10);
  parallel_for_each(first.values.extent, Adder{first.values, second.values, 3});
  add_one(first.values);
  CHECK(std::vector<int>(first.values)[4] == 33 && std::vector<int>(second.values)[4] == 10);
  return failures();
}
