// rows: amp.2.3.1.conversions
// ptx: none
#include <amp.h>

#include "check.hpp"

typedef int (*on_amp)(int) restrict(amp);
int twin(int x) restrict(cpu) { return x + 8; }
int twin(int x) restrict(amp) { return x + 9; }

int main() {
  int (*other)(int) restrict(amp) = &twin;
  on_amp named = twin;
  int (*plain)(int) = twin;
  CHECK(other && named && plain(10) == 18);
  return failures();
}
