// rows: amp.ms.flag
// flags: -fno-ms-compat
#include <amp.h>

int main() {
  __int64 x = 3;  // expected-error {{unknown type name '__int64'}}
  // expected-note@-1 {{'__int64' is Microsoft's: compile with -fms-compat}}
  return x == 3 ? 0 : 1;
}
