// rows: amp.10.6.textures, amp.10.6.sections, amp.10.6.from_iterators, amp.10.6.from_memory, amp.10.7.copy_async
// Copies of textures have one type of values, one rank, and a destination that can be written.
// ptx: none
#include <amp_graphics.h>

#include <vector>

using namespace concurrency;
using namespace concurrency::graphics;

typedef texture<int, 1> ints;

void copies(ints& a, ints& b, const ints& c, texture<float, 1>& f, texture<int, 2>& r, std::vector<int>& v,
            const void* m, texture_view<int, 1> w, texture_view<const int, 1> o,
            const writeonly_texture_view<int, 1>& x) {
  const index<1> at(0);
  const extent<1> e(1);
  copy(a, f);                         // expected-error {{no matching function for call to 'copy'}}
  copy(a, r);                         // expected-error {{no matching function for call to 'copy'}}
  copy(a, c);                         // expected-error {{no matching function for call to 'copy'}}
  copy(a, o);                         // expected-error {{no matching function for call to 'copy'}}
  copy(x, a);                         // expected-error {{no matching function for call to 'copy'}}
  copy(a, at, f, at, e);              // expected-error {{no matching function for call to 'copy'}}
  copy(a, at, c, at, e);              // expected-error {{no matching function for call to 'copy'}}
  copy(m, 4u, c);                     // expected-error {{no matching function for call to 'copy'}}
  copy(v.begin(), v.end(), c);        // expected-error {{copy can't write to a const texture}}
  copy(v.begin(), v.end(), o);        // expected-error {{copy can't write to a view of const texels}}
  copy_async(a, f);                   // expected-error {{no matching function for call to 'copy_async'}}
  copy_async(a, c);                   // expected-error {{no matching function for call to 'copy_async'}}
  copy_async(v.begin(), v.end(), c);  // expected-error {{no matching function for call to 'copy_async'}}
  copy(c, a);
  copy(o, w);
  copy(a, w);
  copy(w, a);
  copy(a, x);
  copy(a, writeonly_texture_view<int, 1>(b));
  copy(a, at, w, at, e);
  copy(c, at, b, at, e);
  copy(m, 4u, a);
  copy(m, 4u, x);
  copy(v.begin(), v.end(), a);
  copy(v.begin(), v.end(), w);
  copy(v.begin(), v.end(), x);
  copy(c, v.begin());
  copy_async(c, a);
  copy_async(o, x);
}

int main() { return 0; }
