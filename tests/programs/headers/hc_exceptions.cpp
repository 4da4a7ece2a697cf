// The exceptions: one type under three names, codes, what() and errors kept in a future.
#include <amp.h>

#include <cstring>
#include <exception>
#include <hc.hpp>
#include <type_traits>

#include "check.hpp"

int main() {
  static_assert(std::is_same<Kalmar::runtime_exception, hc::runtime_exception>::value, "one type");
  static_assert(std::is_same<Kalmar::runtime_exception, Concurrency::runtime_exception>::value, "one type");
  static_assert(std::is_base_of<std::exception, hc::runtime_exception>::value, "a standard exception");
  static_assert(std::is_base_of<hc::runtime_exception, concurrency::invalid_compute_domain>::value,
                "a kind of it");
  static_assert(std::is_base_of<hc::runtime_exception, hc::out_of_memory>::value, "a kind of it");
  static_assert(std::is_base_of<hc::runtime_exception, hc::unsupported_feature>::value, "a kind of it");
  static_assert(std::is_base_of<hc::runtime_exception, hc::accelerator_view_removed>::value, "a kind of it");

  hc::runtime_exception e("words", 5);
  CHECK(std::strcmp(e.what(), "words") == 0 && e.get_error_code() == 5);
  hc::runtime_exception copy(e);
  CHECK(std::strcmp(copy.what(), "words") == 0);
  CHECK(hc::invalid_compute_domain("x").get_error_code() == int(0x80004005));
  CHECK(hc::accelerator_view_removed("gone", 7).get_view_removed_reason() == 7);
  try {
    hc::parallel_for_each(hc::extent<1>(-3), [](hc::index<1>) [[hc]] {});
    CHECK(!"nothing thrown");
  } catch (const Kalmar::runtime_exception& error) {
    CHECK(std::strcmp(error.what(), "Extent is less than 0.") == 0);
  }
  try {
    hc::array<char, 3> huge(hc::extent<3>(1 << 20, 1 << 20, 1 << 10));
    CHECK(!"nothing thrown");
  } catch (const hc::out_of_memory& error) {
    CHECK(error.what()[0] != 0);
  }
  return failures();
}
