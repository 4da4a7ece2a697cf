// The elements of C++ AMP's array and array_view have the size of a multiple of int's.
#include <amp.h>

#include <vector>

using namespace concurrency;

void views(std::vector<char>& data) {
  array_view<char, 1> v(4, data);  // expected-error {{the size of an element must be a multiple of int's}}
  static_cast<void>(v);
}

void arrays() {
  array<short, 1> a(4);  // expected-error {{the size of an element must be a multiple of int's}}
  static_cast<void>(a);
}
