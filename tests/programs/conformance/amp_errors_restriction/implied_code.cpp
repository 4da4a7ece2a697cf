// rows: amp.2.1.templates, amp.2.3.calls, amp.2.4.1.fundamental, amp.2.4.3.literals, amp.2.3.amp_from_cpu
// Code that no function spells out: members' initialisers in their class, and explicit specialisations.
#include <amp.h>

using namespace concurrency;

int on_cpu();
struct made_on_cpu {
  int n;
  made_on_cpu(int n) : n(n) {}
};

struct plain {
  int n = on_cpu();  // expected-error {{'on_cpu' is not restricted to amp}}
  plain() restrict(amp) {}
};

struct of_both {
  made_on_cpu m = made_on_cpu(3);  // expected-error {{'made_on_cpu' is not restricted to amp}}
  of_both() restrict(cpu, amp) {}
};

template <class T>
int general(T) restrict(amp) {
  return 0;
}
template <>
int general<char>(char) restrict(amp) {  // expected-error {{the type 'char' is not allowed}}
  return 1;
}
template <>
int general<int>(int) restrict(amp) {
  static int calls;  // expected-error {{'calls'}}
  return calls;
}

template <class T>
struct of_class {
  int f(T) restrict(amp) { return 0; }
};
template <>
int of_class<short>::f(short) restrict(amp) {  // expected-error {{the type 'short' is not allowed}}
  return 1;
}

int literals(int n) restrict(amp) {
  n += static_cast<int>(5LL);     // expected-error {{a literal of the type 'long long'}}
  long long wide = 5LL;  // expected-error {{'wide' of the type 'long long'}}
  return n + static_cast<int>(7ULL);  // expected-error {{a literal of the type 'unsigned long long'}}
}

typedef int function_type(int) restrict(amp);
int pointed(int n) restrict(amp) { return n; }
function_type* by_typedef = pointed;          // expected-error {{'pointed' is restricted to amp and can't be}}
int (*direct)(int) restrict(amp) = &pointed;  // expected-error {{'pointed' is restricted to amp and can't be}}

int main() { return 0; }
