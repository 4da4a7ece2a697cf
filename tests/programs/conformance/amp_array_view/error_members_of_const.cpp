// rows: amp.5.2.extent_constructors, amp.5.2.discard_data, amp.5.2.const_elements
// Views of const elements need a source, and have nothing to discard; those of other elements do.
// ptx: none
#include <amp.h>

#include <vector>

using namespace concurrency;

void make(const extent<1>& e, const extent<2>& e2, std::vector<int>& v) {
  array_view<const int> a(e);           // expected-error {{no matching constructor}}
  array_view<const int> b(3);           // expected-error {{no matching constructor}}
  array_view<const int, 2> c(3, 4);     // expected-error {{no matching constructor}}
  array_view<const int, 3> d(3, 4, 5);  // expected-error {{no matching constructor}}
  array_view<const float, 2> f(e2);     // expected-error {{no matching constructor}}
  new array_view<const int>(e);         // expected-error {{no matching constructor}}
  auto g = array_view<const int>(e);    // expected-error {{no matching conversion}}
  array_view<int> h(e), i(3);
  array_view<int, 2> j(3, 4), k(e2);
  array_view<int, 3> l(3, 4, 5);
  array_view<const int> m(e, v), n(3, v), o(v), p(e, v.data());
  array_view<const int, 2> q(3, 4, v), r(e2, v);
}

template <class T>
void forget(array_view<T> v) {
  v.discard_data();  // expected-error {{no matching member function for call to 'discard_data'}}
}

void use(const array_view<const int>& a, const array_view<int>& b, array<int>& c, const array<int>& d) {
  a.discard_data();  // expected-error {{no matching member function for call to 'discard_data'}}
  b.discard_data();
  forget(a);
  forget(b);
  a.refresh();
  a.synchronize();
  a.copy_to(c);
  array_view<const int> e(c), f(d), g(b);
}

int main() { return 0; }
