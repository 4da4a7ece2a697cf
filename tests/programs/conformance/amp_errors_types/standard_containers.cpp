// rows: amp.2.4.1.library
#include <amp.h>

#include <string>
#include <vector>

using namespace concurrency;

int f(std::vector<int> v) restrict(cpu, amp) { return 0; }
// expected-error@-1 {{'v' of the type 'std::vector<int>'}}
int g(std::string* s) restrict(amp) { return 0; }
// expected-error@-1 {{'s' of the type 'std::string *'}}
