// rows: amp.2.3.1.conversions
// A lambda becomes a pointer to functions of its own restrictions; without a clause it is the CPU's.
// ptx: none
#include <amp.h>

using namespace concurrency;

typedef int (*for_both)(int) restrict(cpu, amp);
typedef int (*for_host)(int);

auto host = [](int x) { return x; };
auto both = [](int x) restrict(cpu, amp) { return x; };
auto device = [](int x) restrict(amp) { return x; };

int (*a)(int) restrict(amp, cpu) = [](int x) { return x; };   // expected-error {{the lambda is not restricted to amp, as}}
for_both b = host;                                            // expected-error {{the lambda is not restricted to amp, as}}
for_both c = +[](int x) restrict(cpu) { return x; };          // expected-error {{the lambda is not restricted to amp, as}}
for_both d[2] = {[](int x) restrict(cpu, amp) { return x; },
                 [](int x) { return x; }};                    // expected-error {{the lambda is not restricted to amp, as}}
for_both e = [](auto x) { return x; };                        // expected-error {{the lambda is not restricted to amp, as}}
for_both f() { return [](int x) { return x; }; }              // expected-error {{the lambda is not restricted to amp, as}}
for_host g = device;                                          // expected-error {{the lambda is restricted to amp and can't be}}
struct holder {
  for_both m = [](int x) { return x; };                       // expected-error {{the lambda is not restricted to amp, as}}
  for_both n;
  holder() : n(host) {}                                       // expected-error {{the lambda is not restricted to amp, as}}
};
void take(for_both);
void arguments(for_both p) {
  take([](int x) { return x; });                              // expected-error {{the lambda is not restricted to amp, as}}
  p = host;                                                   // expected-error {{the lambda is not restricted to amp, as}}
  p = static_cast<for_both>(host);                            // expected-error {{the lambda is not restricted to amp, as}}
}
int in_amp(int x) restrict(amp) {
  int (*p)(int) = [](int y) { return y; };                    // expected-error {{pointers to functions are not supported}}
  return x;
}

for_both right_1 = both;
for_host right_2 = both;
for_host right_3 = host;
for_host right_4 = [](int x) { return x; };
for_both right_5 = [](auto x) restrict(cpu, amp) { return x; };
for_both right() { return [](int x) restrict(cpu, amp) { return x; }; }
void right_arguments(for_both p) {
  take(both);
  p = [](int x) restrict(amp, cpu) { return x; };
}

int main() { return 0; }
