// <hc_print.hpp>: what std::format would write, from kernels and from the host.
#include <hc.hpp>
#include <hc_print.hpp>
#include <hc_short_vector.hpp>
#include <limits>

#include "capture.hpp"
#include "check.hpp"

constexpr int lines = 16;
const char* const expected[lines] = {
    "0|7 -8 4294967295 18446744073709551615 -128 200\n",
    "1|true false 1|x 120 'a'\n",
    "2|0.1 0.1 1e+30 -0 inf nan 3 0.333\n",
    "3|3.142 3.141593 3.14e+00 3.14159 1.8P+0\n",
    "4|    7|7   | 7  |**7**|00007|+7| 7|-0007\n",
    "5|ff 0xff 0XFF 0b101 017 101 A\n",
    "6|text te   right|left ++mid++\n",
    "7|(1, 2.5, -3) (1.00, 2.50)\n",
    "8|{} {1} }{\n",
    "9|no argument: {} {:d}\n",
    "10|does not fit: {:d} {:s} {:q} {:{}} 5\n",
    "11|(null) 0x10 0x0\n",
    "12|\n",
    "13|half 0.5\n",
    "14|9223372036854775807 -9223372036854775808\n",
    "15|1.5 is 50.0%\n",
};

static void print_all() [[cpu, hc]] {
  using namespace hc::short_vector;
  hc::print("0|{} {} {} {} {} {}\n", 7, -8, ~0u, ~0ul, (signed char)-128, (unsigned char)200);
  hc::print("1|{} {} {:d}|{} {:d} '{}'\n", true, false, true, 'x', 'x', 'a');
  hc::print("2|{} {} {} {} {} {} {} {:.3}\n", 0.1, 0.1f, 1e30f, -0.0, std::numeric_limits<double>::infinity(),
            __builtin_nanf(""), 3.0f, 1.0 / 3);
  hc::print("3|{:.3f} {:f} {:.2e} {:g} {:A}\n", 3.14159265, 3.14159265, 3.14159265, 3.14159265, 1.5);
  hc::print("4|{:5}|{:<4}|{:^4}|{:*^5}|{:05}|{:+}|{: }|{:05}\n", 7, 7, 7, 7, 7, 7, 7, -7);
  hc::print("5|{:x} {:#x} {:#X} {:#b} {:#o} {:b} {:X}\n", 255, 255, 255, 5, 15, 5, 10u);
  hc::print("6|{} {:.2} {:>7}|{} {:+^7}\n", "text", "text", "right", "left", "mid");
  hc::print("7|{} {:.2f}\n", float_3(1, 2.5f, -3), double_2(1, 2.5));
  hc::print("8|{{}} {{1}} }}{{\n");
  hc::print("9|no argument: {} {:d}\n");
  hc::print("10|does not fit: {:d} {:s} {:q} {:{}} {}\n", 1.5, 2, 3, 4, 5);
  hc::print("11|{} {} {}\n", static_cast<const char*>(nullptr), reinterpret_cast<void*>(16), nullptr);
  hc::print("12|\n");
  hc::print("13|half {}\n", hc::half(0.5f));
  hc::print("14|{} {}\n", std::numeric_limits<long>::max(), std::numeric_limits<long>::min());
  hc::print("15|{} is {:.1f}%\n", 1.5f, 50.0f);
}

static void check(const std::string& text, const char* where) {
  for (const char* line : expected) {
    if (occurrences(text, line) != 1) std::fprintf(stderr, "%s lacks %s", where, line);
    CHECK(occurrences(text, line) == 1);
  }
}

int main() {
  Capture here;
  print_all();
  const std::string host = here.text();
  check(host, "the host");
  Capture there;
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] { print_all(); }).wait();
  const std::string kernel = there.text();
  check(kernel, "the kernel");
  if (kernel != host) std::fprintf(stderr, "%s", kernel.c_str());

  Capture many;  // from many work-items, each line whole
  hc::array_view<int> results(64);
  hc::parallel_for_each(results.get_extent(), [=](hc::index<1> i) [[hc]] {
    results[i] = hc::print("item {:>3} of {}, {}\n", i[0], 64, i[0] % 2 ? "odd" : "even");
  }).wait();
  const std::string all = many.text();
  for (int i = 0; i < 64; ++i) {
    char line[64];
    std::snprintf(line, sizeof line, "item %3d of 64, %s\n", i, i % 2 ? "odd" : "even");
    CHECK(occurrences(all, line) == 1 && results[i] == hc::PRINTF_SUCCESS);
  }
  return failures();
}
