// rows: amp.ms.direct3d
#include <D3DX11.h>  // expected-error {{Direct3D interop is not supported: 'D3DX11.h' is a header of Windows}}
#include <amp.h>

int main() { return 0; }
