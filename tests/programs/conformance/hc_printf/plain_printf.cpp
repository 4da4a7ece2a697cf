// rows: hc.printf.plain
#include <cstdio>
#include <hc.hpp>

#include "capture.hpp"
#include "check.hpp"

static void report(int i, float x) [[hc]] {
  std::printf("item %d: %.2f %s %lld %c\n", i, x, i ? "odd" : "even", 1ll << 40, 'c');
}

int main() {
  Capture output;
  hc::parallel_for_each(hc::extent<1>(2), [=](hc::index<1> i) [[hc]] {
    report(i[0], i[0] + 0.25f);
    if (i[0] == 1) printf("last\n");
  }).wait();
  const std::string text = output.text();
  CHECK(occurrences(text, "item 0: 0.25 even 1099511627776 c\n") == 1);
  CHECK(occurrences(text, "item 1: 1.25 odd 1099511627776 c\n") == 1);
  CHECK(occurrences(text, "last\n") == 1);
  return failures();
}
