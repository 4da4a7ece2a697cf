// rows: amp.2.4.2.declarators
#include <amp.h>

using namespace concurrency;

int main() restrict(cpu, amp) { return 0; }
// expected-error@-1 {{'main' can't be restricted to amp}}
