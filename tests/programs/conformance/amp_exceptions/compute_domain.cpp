// rows: amp.7.extent_positive, amp.12.invalid_compute_domain
#include <amp.h>

#include <cstring>

#include "check.hpp"

using namespace concurrency;

int main() {
  const auto nothing1 = [](index<1>) restrict(amp){};
  const auto nothing2 = [](index<2>) restrict(amp){};
  const auto nothing3 = [](index<3>) restrict(amp){};
  for (int n : {0, -1, -1000}) {
    CHECK_THROWS(parallel_for_each(extent<1>(n), nothing1), invalid_compute_domain,
                 "Extent is less or equal than 0.");
    CHECK_THROWS(parallel_for_each(extent<2>(4, n), nothing2), invalid_compute_domain, "Extent");
    CHECK_THROWS(parallel_for_each(extent<3>(n, 4, 4), nothing3), invalid_compute_domain, "Extent");
  }
  CHECK_THROWS(parallel_for_each(extent<2>(1 << 20, 1 << 20), nothing2), invalid_compute_domain,
               "Extent size too large.");
  return failures();
}
