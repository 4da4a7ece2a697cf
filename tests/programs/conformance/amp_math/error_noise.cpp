// rows: amp.ms.names.direct3d_arithmetic
// ptx: none
#include <amp.h>

using namespace concurrency;

float wrong(float x) restrict(amp) {
  return direct3d::noise(x);  // expected-error {{the noise of Direct3D's hardware is Windows' own}}
}
float right(float x) restrict(amp) { return direct3d::saturate(x); }

int main() { return 0; }
