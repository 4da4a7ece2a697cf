// rows: amp.ms.direct3d
#include <amp.h>

// expected-error@+2 {{Direct3D interop is not supported: 'ID3D11Buffer' belongs to an interface of Windows}}
struct Mesh {
  ID3D11Buffer* vertices;
};

int main() { return 0; }
