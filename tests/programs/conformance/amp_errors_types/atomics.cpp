// rows: amp.6.atomic_fetch_add, amp.6.atomic_fetch_sub, amp.6.atomic_compare_exchange, amp.6.atomic_exchange
// Atomic functions of other types than int and unsigned; float has atomic_exchange alone.
#include <amp.h>

using namespace concurrency;

void f(float* p, float* q, unsigned long* u) restrict(amp) {
  atomic_fetch_add(p, 1.0f);            // expected-error {{no matching function for call to 'atomic_fetch_add'}}
  atomic_fetch_sub(p, 1.0f);            // expected-error {{no matching function for call to 'atomic_fetch_sub'}}
  atomic_compare_exchange(p, q, 1.0f);  // expected-error {{no matching function for call to 'atomic_comp}}
  atomic_fetch_add(u, 1ul);             // expected-error {{no matching function for call to 'atomic_fetch_add'}}
  atomic_exchange(p, 1.0f);
}

int main() { return 0; }
