// rows: amp.2.3.calls
// A constexpr function without a clause: the compiler may evaluate it, amp-restricted code may not call it.
// ptx: none
#include <amp.h>

using namespace concurrency;

constexpr int square(int x) { return x < 1 ? x : x + square(x - 1) * 2; }
struct pair {
  int x;
  constexpr pair(int a) : x(a) {}
  constexpr int get() const { return x; }
};
constexpr pair make(int a) { return pair(a); }
int plain(int x) { return x; }
int variable;

int wrong(int y) restrict(amp) {
  const int a = square(y);  // expected-error {{'square' is not restricted to amp}}
  int b = square(3);        // expected-error {{'square' is not restricted to amp}}
  const int c = plain(3);   // expected-error {{'plain' is not restricted to amp}}
  const int d = variable;   // expected-error {{'variable' can't be used in amp-restricted code}}
  pair e = make(3);         // expected-error {{'make' is not restricted to amp}}
  return a + b + c + d + e.x;
}
template <class T>
T in_template(T x) restrict(amp) {
  constexpr T k = square(3);
  return k + square(x);  // expected-error {{'square' is not restricted to amp}}
}
int instance() restrict(amp) { return in_template(1); }
int right(int y) restrict(amp) {
  const int a = square(3);
  constexpr int b = square(4);
  int c[square(2)] = {};
  constexpr pair d = make(3);
  constexpr int e = d.get();
  return a + b + c[0] + d.x + e + y;
}

int main() { return 0; }
