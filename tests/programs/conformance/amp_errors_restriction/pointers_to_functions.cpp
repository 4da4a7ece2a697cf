// rows: amp.2.3.1.conversions, amp.2.3.amp_from_cpu
// What a pointer to functions is made of has all the restrictions that the pointer's type names.
// ptx: none
#include <amp.h>

using namespace concurrency;

int host(int x) restrict(cpu) { return x; }
int device(int x) restrict(amp);
int both(int x) restrict(cpu, amp) { return x; }
int twin(int x) restrict(cpu) { return x; }
int twin(int x) restrict(amp) { return -x; }
template <typename T>
T general(T x) restrict(cpu, amp) {
  return x;
}

typedef int (*for_host)(int);
typedef int (*for_both)(int) restrict(amp, cpu);
using for_device = int (*)(int) restrict(amp);
typedef int type(int) restrict(cpu, amp);
typedef type* alias;
typedef alias alias_of_alias;

int (*a)(int) restrict(cpu) = device;              // expected-error {{'device' is restricted to amp}}
int (*b)(int) = device;                            // expected-error {{'device' is restricted to amp}}
int (*c)(int) restrict(cpu, amp) = a;              // expected-error {{the functions of 'a' are not restricted to amp, as}}
int (*d)(int) restrict(amp) = b;                   // expected-error {{the functions of 'b' are not restricted to amp, as}}
int (*e)(int) restrict(cpu, amp) = twin;           // expected-error {{no 'twin' is restricted to both cpu and amp, as}}
int (*f[2])(int) restrict(amp) = {both, host};     // expected-error {{'host' is not restricted to amp, as}}
alias_of_alias g = host;                           // expected-error {{'host' is not restricted to amp, as}}
for_both h = static_cast<for_both>(host);          // expected-error {{'host' is not restricted to amp, as}}
for_both results() { return host; }                // expected-error {{'host' is not restricted to amp, as}}
for_both chosen(bool q) { return q ? both : a; }   // expected-error {{the functions of 'a' are not restricted to amp}}
void arguments(for_both p = host);                 // expected-error {{'host' is not restricted to amp, as}}
for_host first();
for_both i = first();                              // expected-error {{the functions of 'first' are not restricted to amp}}
struct holder {
  int (*m)(int) restrict(cpu, amp) = host;         // expected-error {{'host' is not restricted to amp, as}}
  for_device n;
  holder() : n(host) {}                            // expected-error {{'host' is not restricted to amp, as}}
};
struct members {
  int twin() restrict(cpu) { return 1; }
  int twin() restrict(amp) { return 2; }
  int both() restrict(cpu, amp) { return 3; }
};
int (members::*j)() restrict(cpu, amp) = &members::twin;  // expected-error {{no 'twin' is restricted to both}}
void assigned(for_device only, for_both all) {
  all = only;                                      // expected-error {{the functions of 'only' are not restricted to cpu}}
}

for_host right_1 = c;
for_host right_2 = twin;
for_device right_4 = twin;
for_device right_5 = h;
for_both right_6 = (for_both)host;
for_both right_7 = reinterpret_cast<for_both>(a);
for_both right_8 = general<int>;
for_host right_9 = &general;
int (*right_10[2])(int) restrict(cpu, amp) = {both, &both};
auto right_11 = both;
for_both right_12 = right_11;
int (members::*right_13)() restrict(cpu, amp) = &members::both;
int (members::*right_14)() restrict(amp) = &members::twin;
int (&right_15)(int) restrict(amp) = both;
for_both right_16 = nullptr;
for_both second();
for_host right_17 = second();
template <typename P>
void take(P p) {
  for_both q = p;
  (void)q;
}
void right() {
  take(both);
  for_host lambda = [](int x) { return x; };
  bool same = right_16 == c || right_1 != lambda;
  (void)same;
}

int main() { return 0; }
