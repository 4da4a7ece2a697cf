// rows: amp.2.2.ranking
#include <amp.h>

using namespace concurrency;

// Two namespaces with a function of one signature: a using-directive makes neither the better one.
namespace one {
int half(int n) restrict(amp) { return n / 2; }
}  // namespace one
namespace two {
int half(int n) restrict(cpu, amp) { return n / 2; }
}  // namespace two

using namespace one;
using namespace two;

void run(array_view<int> v) {
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    v[i] = half(i[0]);  // expected-error {{call to 'half' is ambiguous}}
  });
  v[0] = half(4);
}
