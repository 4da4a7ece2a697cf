// rows: amp.5.elements, amp.5.2.reinterpret_as
// The element's size is the mistake; what is done with the view is none besides.
#include <amp.h>

using namespace concurrency;

int main() {
  array_view<int, 1> view(8);
  array<int, 1> device(8);
  auto narrow = view.reinterpret_as<short>();
  // expected-error@-1 {{the size of an element must be a multiple of int's in C++ AMP}}
  auto of_array = device.reinterpret_as<short>();
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { narrow[i] = of_array(i); });
  return narrow[0] + narrow.section(1, 2)[0] + of_array.extent[0];
}
