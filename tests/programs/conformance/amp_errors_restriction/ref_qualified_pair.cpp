// rows: amp.2.3.calls, amp.2.2.members
#include <amp.h>

using namespace concurrency;

// Overloads for both sides and for the CPU alone, of one name: calls of the CPU are no mistake beside another one.
struct number {
  int value;
  int read() const restrict(cpu) { return value; }
  int put(int x) & restrict(cpu, amp) { return value = x; }
  int put(int x) && restrict(cpu) { return value = x + 100; }
};

int main() {
  array_view<int> v(4);
  number n = {4};
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    v[i] = n.read();  // expected-error {{'read' is not restricted to amp}}
  });
  return number().put(1);
}
