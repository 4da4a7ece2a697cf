// rows: hc.captures.references, hc.captures.locals_by_reference
// A class that begins with an array has the array's address: the kernel must see the class, not the array.
#include <hc.hpp>

#include <string>
#include <vector>

#include "check.hpp"

using namespace hc;

struct first {
  array<int> cells;
  int factor;
  void run() {
    parallel_for_each(cells.get_extent(), [=](index<1> i) [[hc]] {
      // expected-warning@+1 {{'this' is captured implicitly}}
      cells[i] = factor * i[0];
      last = i[0];
    }).wait();
  }
  int last = 0;
};
struct deeper {
  first inner;
  int offset;
};
struct through {
  first& target;
  int more;
};

template <class F>
bool ran(const F& f) {
  try {
    parallel_for_each(extent<1>(8), f).wait();
    return true;
  } catch (const runtime_exception& error) {
    CHECK(std::string(error.what()).find("by reference") != std::string::npos);
    return false;
  }
}
bool holds(const array<int>& cells, int factor, int offset) {
  const std::vector<int> found = cells;
  for (int i = 0; i < 8; ++i)
    if (found[i] != factor * i + offset) return false;
  return true;
}

int main() {
  const bool on_host = accelerator().get_device_path() == L"host";
  first a = {array<int>(8), 3};
  bool done = ran([&](index<1> i) [[hc]] { a.cells[i] = a.factor * i[0]; });
  CHECK(!on_host || done);
  CHECK(!done || holds(a.cells, 3, 0));
  deeper b = {{array<int>(8), 4}, 5};
  done = ran([&](index<1> i) [[hc]] { b.inner.cells[i] = b.inner.factor * i[0] + b.offset; });
  CHECK(!done || holds(b.inner.cells, 4, 5));
  const through c = {a, 7};
  done = ran([&](index<1> i) [[hc]] { c.target.cells[i] = c.target.factor * i[0] + c.more; });
  CHECK(!done || holds(a.cells, 3, 7));
  array<int>& alone = b.inner.cells;
  done = ran([&](index<1> i) [[hc]] { alone[i] = a.factor + a.cells[i] * 0 + i[0]; });
  CHECK(!done || holds(alone, 1, 3));
  if (on_host) {
    a.run();
    CHECK(holds(a.cells, 3, 0) && a.last >= 0 && a.last < 8);
  }
  return failures();
}
