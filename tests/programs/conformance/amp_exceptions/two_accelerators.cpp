// rows: amp.7.arrays_of_one_accelerator
#include <amp.h>

#include <cstring>

#include "check.hpp"

using namespace concurrency;

int main() {
  array<int, 1> here(4, accelerator(L"host").default_view);
  const accelerator other = accelerator();
  if (other == accelerator(L"host")) {  // one device only: both arrays are on it
    parallel_for_each(here.extent, [&](index<1> i) restrict(amp) { here[i] = 1; });
    return failures();
  }
  array<int, 1> there(4, other.default_view);
  CHECK_THROWS(parallel_for_each(
                   here.extent, [&](index<1> i) restrict(amp) { here[i] = there[i]; }),
               runtime_exception, "");
  CHECK_THROWS(parallel_for_each(
                   other.default_view, here.extent, [&](index<1> i) restrict(amp) { here[i] = 1; }),
               runtime_exception, "");
  return failures();
}
