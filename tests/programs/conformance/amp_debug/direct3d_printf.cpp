// rows: amp.debug.direct3d_printf
#include <amp.h>

#include "capture.hpp"
#include "check.hpp"

using namespace concurrency;

static void report(int i, float x) restrict(amp) { direct3d_printf("item %d has %.2f %s\n", i, x, "units"); }

int main() {
  Capture output;
  parallel_for_each(extent<1>(3), [=](index<1> i) restrict(amp) { report(i[0], i[0] * 0.5f); });
  const std::string text = output.text();  // the launch has waited
  CHECK(occurrences(text, "item ") == 3);
  CHECK(occurrences(text, "item 0 has 0.00 units\n") == 1 &&
        occurrences(text, "item 2 has 1.00 units\n") == 1);
  return failures();
}
