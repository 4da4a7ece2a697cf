// rows: amp.debug.direct3d_abort
#include <amp.h>

#include <cstring>

#include "capture.hpp"
#include "check.hpp"

using namespace concurrency;

int main() {
  array_view<int> data(2);
  data[0] = 0;
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        if (data[0] == 1) direct3d_abort();
        data[1] = 3;
      });
  CHECK(data[1] == 3);
  data[0] = 1;
  Capture output;
  CHECK_THROWS(parallel_for_each(
                   extent<1>(1),
                   [=](index<1>) restrict(amp) {
                     if (data[0] == 1) direct3d_abort();
                   }),
               runtime_exception, "direct3d_abort");
  output.text();
  return failures();
}
