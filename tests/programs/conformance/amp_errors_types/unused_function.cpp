// rows: amp.2.4.1.templates
#include <amp.h>

using namespace concurrency;

namespace detail {
inline void nobody_calls(char c) restrict(amp) {}
// expected-error@-1 {{'c' of the type 'char'}}
}  // namespace detail

struct Owner {
  static int nobody_calls(short s) restrict(cpu, amp);
  // expected-error@-1 {{'s' of the type 'short'}}
};
