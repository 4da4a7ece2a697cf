// rows: amp.debug.direct3d_errorf
#include <amp.h>

#include <cstring>

#include "capture.hpp"
#include "check.hpp"

using namespace concurrency;

int main() {
  array_view<int> after(8);
  Capture output;
  CHECK_THROWS(parallel_for_each(
                   extent<1>(8),
                   [=](index<1> i) restrict(amp) {
                     if (i[0] == 5) direct3d_errorf("item %d is wrong", i[0]);
                     after[i] = i[0] + 1;
                   }),
               runtime_exception, "item 5 is wrong");
  CHECK(output.text() == "item 5 is wrong");
  for (int i = 0; i < 8; ++i) CHECK(after[i] == i + 1);                            // only the launch gets it
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) { after[0] = 9; });  // reported once
  CHECK(after[0] == 9);
  return failures();
}
