// rows: amp.2.4.1.compound, amp.5.elements, amp.2.4.1.templates
// Local classes of two functions have one name: each is looked at.
#include <amp.h>

using namespace concurrency;

void right() restrict(amp) {
  struct local {
    int x;
  };
  local l;
  (void)l;
}
void wrong() restrict(amp) {
  struct local {
    char x;
  };
  local l;  // expected-error {{'l' of the type 'local' is not allowed in amp-restricted code: its member 'x'}}
  (void)l;
}

void right_elements() {
  struct local {
    int x;
  };
  array<local> a(3);
}
void wrong_elements() {
  struct local {
    int* x;
  };
  array<local> a(3);  // expected-error {{'local' can't be the element type of an array or a view}}
}

template <class T>
void launch() {
  struct kernel {  // expected-error {{'kernel' can't be the type of a kernel: its member 'x'}}
    T x;
    void operator()(index<1>) const restrict(amp) {}
  };
  kernel k;
  parallel_for_each(extent<1>(2), k);
}
void launches() {
  launch<int>();
  launch<char>();
}

void exceptions(const runtime_exception& e) restrict(amp) {}  // expected-error {{it can only be used on the host}}

int main() { return 0; }
