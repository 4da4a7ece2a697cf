// rows: hc.printf.printf, hc.printf.conversions
#include <hc.hpp>
#include <hc_printf.hpp>

#include "capture.hpp"
#include "check.hpp"

int main() {
  Capture output;
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    hc::printf("%d|%5d|%-5d|%05d|%+d|%i\n", 42, 42, 42, 42, 42, -42);
    hc::printf("%u|%x|%X|%o|%#x|%c\n", 4000000000u, 255, 255, 8, 255, 'z');
    hc::printf("%ld|%lld|%lu|%hd|%hhu\n", 1l << 40, -(1ll << 50), ~0ul, 70000, 511);
    hc::printf("%f|%.2f|%8.3f|%e|%g|%G\n", 1.5, 2.345, 3.14159, 12345.678, 0.0001, 1e20);
    hc::printf("%*d|%-*d|%.*f\n", 6, 7, 6, 7, 1, 2.25);
    hc::printf("100%%|%d%%\n", 50);
    hc::printf("nothing but text\n");
  }).wait();
  const std::string text = output.text();
  char line[200];
  std::string expected;
  const auto add = [&](const char* format, auto... values) {
    std::snprintf(line, sizeof line, format, values...);
    expected += line;
  };
  add("%d|%5d|%-5d|%05d|%+d|%i\n", 42, 42, 42, 42, 42, -42);
  add("%u|%x|%X|%o|%#x|%c\n", 4000000000u, 255, 255, 8, 255, 'z');
  add("%ld|%lld|%lu|%hd|%hhu\n", 1l << 40, -(1ll << 50), ~0ul, 70000, 511);
  add("%f|%.2f|%8.3f|%e|%g|%G\n", 1.5, 2.345, 3.14159, 12345.678, 0.0001, 1e20);
  add("%*d|%-*d|%.*f\n", 6, 7, 6, 7, 1, 2.25);
  CHECK(text == expected + "100%|50%\nnothing but text\n");
  return failures();
}
