// rows: amp.debug.assert
#include <amp.h>
#include <cassert>
#include <string>

#include "check.hpp"

using namespace concurrency;

int f(int x) restrict(cpu, amp) {
  assert(x > 0);
  return x;
}

int main() {
  array_view<int> v(2);
  parallel_for_each(
      v.extent, [=](index<1> i) restrict(amp) {
        assert(i[0] < 2 && "in range");
        v[i] = f(i[0] + 1);
      });
  CHECK(v[0] == 1 && v[1] == 2 && f(3) == 3);
  bool thrown = false;
  try {
    accelerator().default_view.wait();
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { assert(v[i] == 1); });
    accelerator().default_view.wait();
  } catch (const runtime_exception& e) {
    thrown = std::string(e.what()).find("v[i] == 1") != std::string::npos;
  }
  CHECK(thrown);
  return failures();
}
