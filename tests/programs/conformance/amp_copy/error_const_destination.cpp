// rows: amp.5.3.from_iterators, amp.5.3.view_to_view, amp.5.3.copy_async
// What a copy writes to is not const. The names of the standard library take no part.
// ptx: none
#include <amp.h>

#include <algorithm>
#include <list>
#include <vector>

using namespace concurrency;

void copies(std::vector<int>& v, int* p, std::list<int>& l, array_view<const int> c, array_view<int> w,
            const array<int>& d, array<int>& a) {
  copy(v.begin(), v.end(), c);        // expected-error {{copy can't write to a view of const elements}}
  copy(l.begin(), l.end(), c);        // expected-error {{copy can't write to a view of const elements}}
  concurrency::copy(p, p + 2, c);     // expected-error {{copy can't write to a view of const elements}}
  copy(v.begin(), v.end(), d);        // expected-error {{copy can't write to a const array}}
  concurrency::copy(p, p + 2, d);     // expected-error {{copy can't write to a const array}}
  copy(v.begin(), c);                 // expected-error {{no matching function for call to 'copy'}}
  copy(v.begin(), d);                 // expected-error {{no matching function for call to 'copy'}}
  copy(w, c);                         // expected-error {{no matching function for call to 'copy'}}
  copy(w, d);                         // expected-error {{no matching function for call to 'copy'}}
  copy_async(v.begin(), v.end(), c);  // expected-error {{no matching function for call to 'copy_async'}}
  copy_async(v.begin(), v.end(), d);  // expected-error {{no matching function for call to 'copy_async'}}
  copy_async(w, d);                   // expected-error {{no matching function for call to 'copy_async'}}
  copy(v.begin(), v.end(), w);
  copy(l.begin(), l.end(), w);
  concurrency::copy(p, p + 2, a);
  copy(v.begin(), v.end(), a);
  copy(v.begin(), w);
  copy(c, w);
  copy(d, a);
  copy(c, v.begin());
  copy_async(v.begin(), v.end(), a);
  copy_async(d, w);
}

int main() { return 0; }
