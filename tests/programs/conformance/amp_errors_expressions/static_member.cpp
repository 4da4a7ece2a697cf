// rows: amp.2.4.3.names
#include <amp.h>

using namespace concurrency;

struct Settings {
  static int level;
  static const int most = 4;
};
int Settings::level = 1;

int f() restrict(cpu, amp) { return Settings::level + Settings::most; }
// expected-error@-1 {{'level' can't be used in amp-restricted code}}
