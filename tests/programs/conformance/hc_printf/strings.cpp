// rows: hc.printf.strings
#include <hc.hpp>
#include <hc_printf.hpp>

#include "capture.hpp"
#include "check.hpp"

int main() {
  Capture output;
  hc::parallel_for_each(hc::extent<1>(2), [=](hc::index<1> i) [[hc]] {
    const char* chosen = i[0] == 0 ? "even" : "odd number";
    char built[8] = {'i', 't', 'e', 'm', char('0' + i[0]), 0};
    hc::printf("<%s %s %10s %-10s %.2s %s>\n", "literal", chosen, "right", "left", "cut", built);
    hc::printf("<%d %s %d>\n", i[0], "", 7);
  }).wait();
  const std::string text = output.text();
  CHECK(occurrences(text, "<literal even      right left       cu item0>\n") == 1);
  CHECK(occurrences(text, "<literal odd number      right left       cu item1>\n") == 1);
  CHECK(occurrences(text, "<0  7>\n") == 1 && occurrences(text, "<1  7>\n") == 1);
  return failures();
}
