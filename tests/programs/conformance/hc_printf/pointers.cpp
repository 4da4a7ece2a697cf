// rows: hc.printf.pointers
#include <cstdint>
#include <hc.hpp>
#include <hc_printf.hpp>

#include "capture.hpp"
#include "check.hpp"

int main() {
  hc::array_view<std::uint64_t> address(1);
  Capture output;
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    address[0] = reinterpret_cast<std::uint64_t>(&address[0]);
    hc::printf("%p|%p", static_cast<void*>(&address[0]), static_cast<const void*>(nullptr));
  }).wait();
  const std::string text = output.text();
  char expected[100];
  std::snprintf(expected, sizeof expected, "%p|%p", reinterpret_cast<void*>(address[0]),
                static_cast<void*>(nullptr));
  CHECK(text == expected);
  return failures();
}
