// rows: amp.4.2.size, amp.5.1.extent_constructor, amp.5.2.extent_constructors, amp.5.2.pointer_constructors
// extent<N>::size() is an unsigned int: no array, and no view, has more elements than that counts.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  int one = 0;
  const int ends[4] = {1 << 11, 1 << 11, 1 << 10, 1};
  CHECK_THROWS((array_view<int, 2>(1 << 16, 1 << 16)), runtime_exception, "Extent size too large.");
  CHECK_THROWS((array_view<int, 3>(1 << 12, 1 << 10, 1 << 10)), runtime_exception, "Extent size too large.");
  CHECK_THROWS((array_view<int, 4>(extent<4>(ends))), runtime_exception, "Extent size too large.");
  CHECK_THROWS((array_view<int, 2>(1 << 16, 1 << 16, &one)), runtime_exception, "Extent size too large.");
  CHECK_THROWS((array_view<const int, 2>(1 << 20, 1 << 20, &one)), runtime_exception,
               "Extent size too large.");
  CHECK_THROWS((array<int, 2>(1 << 16, 1 << 16)), runtime_exception, "Extent size too large.");
  // One less than 2^32.
  CHECK((array_view<const int, 2>(65535, 65537, &one).extent.size() == 0xFFFFFFFFu));
  array_view<int> few(4);
  parallel_for_each(few.extent, [=](index<1> i) restrict(amp) { few[i] = int(few.extent.size()); });
  CHECK(few[3] == 4);
  return failures();
}
