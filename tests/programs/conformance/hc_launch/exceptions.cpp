// rows: hc.exceptions
#include <cstring>
#include <exception>
#include <hc.hpp>

#include "check.hpp"

int main() {
  CHECK_THROWS(hc::parallel_for_each(hc::extent<1>(-1), [](hc::index<1>) [[hc]] {}),
               hc::invalid_compute_domain, "Extent is less than 0.");
  CHECK_THROWS(hc::parallel_for_each(hc::extent<2>(4, -4), [](hc::index<2>) [[hc]] {}),
               Kalmar::invalid_compute_domain, "Extent is less than 0.");
  CHECK_THROWS(
      hc::parallel_for_each(hc::accelerator(L"cpu").get_default_view(), hc::extent<1>(4),
                            [](hc::index<1>) [[hc]] {}),
      Kalmar::runtime_exception,
      "concurrency::parallel_for_each is not supported on the selected accelerator \"CPU accelerator\".");
  try {
    throw hc::runtime_exception("words", 7);
  } catch (const Kalmar::runtime_exception& error) {
    const std::exception& base = error;
    CHECK(error.get_error_code() == 7 && std::strcmp(base.what(), "words") == 0);
  }
  CHECK_THROWS(hc::parallel_for_each(hc::extent<1>(64).tile(1 << 20), [](hc::tiled_index<1>) [[hc]] {}),
               hc::invalid_compute_domain, "The extent of the tile (1048576) exceeds the device limit (");
  CHECK_THROWS(hc::parallel_for_each(hc::extent<2>(8, 64).tile(1, 128), [](hc::tiled_index<2>) [[hc]] {}),
               hc::invalid_compute_domain,
               "The extent of the tile (128) exceeds the compute grid extent (64).");
  return failures();
}
