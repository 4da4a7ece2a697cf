// rows: amp.2.4.1.library
#include <amp.h>

using namespace concurrency;

void f(const accelerator& a) restrict(cpu, amp) {}
// expected-error@-1 {{it can only be used on the host}}
void g(accelerator_view* v) restrict(cpu, amp) {}
// expected-error@-1 {{it can only be used on the host}}
