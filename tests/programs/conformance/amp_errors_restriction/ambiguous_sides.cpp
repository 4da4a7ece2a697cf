// rows: amp.2.2.ranking
#include <amp.h>

// A function for amp alone is no better match in amp-restricted code than one for both.
int by_conversion(long n) restrict(amp) { return int(n); }
int by_conversion(double n) restrict(cpu, amp) { return int(n); }

int by_default(int n, int more = 0) restrict(amp) { return n + more; }
int by_default(int n) restrict(cpu, amp) { return n; }

template <typename T>
int by_template(T n, int) restrict(amp) {
  return n;
}
template <typename T>
int by_template(int, T n) restrict(cpu, amp) {
  return n;
}

struct Left {
  int member(int n) restrict(amp) { return n; }
};
struct Right {
  int member(int n) restrict(cpu, amp) { return n; }
};
struct Both : Left, Right {
  using Left::member;
  using Right::member;
};

struct Made {
  int n;
  Made(long given) restrict(amp) : n(int(given)) {}
  Made(double given) restrict(cpu, amp) : n(int(given)) {}
};

struct Number {
  operator int() const restrict(amp) { return 1; }
  operator long() const restrict(cpu, amp) { return 2; }
};

namespace one {
struct Tag {};
int found(Tag) restrict(amp) { return 1; }
}  // namespace one
int found(one::Tag) restrict(cpu, amp) { return 2; }

int caller(int n) restrict(amp) {
  n += by_conversion(n);  // expected-error {{call to 'by_conversion' is ambiguous}}
  n += by_default(n);  // expected-error {{call to 'by_default' is ambiguous}}
  n += by_template(n, n);  // expected-error {{call to 'by_template' is ambiguous}}
  n += Both().member(n);  // expected-error {{call to member function 'member' is ambiguous}}
  n += Made(n).n;  // expected-error {{ambiguous conversion for functional-style cast from 'int' to 'Made'}}
  float x = Number();  // expected-error {{conversion from 'Number' to 'float' is ambiguous}}
  n += found(one::Tag());  // expected-error {{call to 'found' is ambiguous}}
  return n + int(x);
}
